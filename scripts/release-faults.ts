import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Finds what a release would lack.
 *
 * @param root - a checkout in which the change files have become a release
 * @param before - the version of before
 */
export function findReleaseFaults(root: string, before: string): readonly string[] {
  const read = (file: string): string =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const folders = globSync('packages/*/package.json', { cwd: root }).map(dirname)
  const versions = new Set(folders.map((folder) => JSON.parse(read(`${folder}/package.json`)).version))
  const [version] = versions
  const stale = globSync(
    ['package-lock.json', '{packages,examples}/*/package.json', '{e2e,benchmarks,test/support}/package.json'],
    {
      cwd: root,
    },
  ).filter((file) => new RegExp(`"@affiliate-platform/[\\w-]+": "${before}"`).test(read(file)))
  return [
    ...globSync('.changeset/*.md', { cwd: root }).map((file) => `${file} is left.`),
    ...(versions.size === 1 && version !== before
      ? []
      : [`Not one new version: ${[...versions].join(', ')}.`]),
    ...stale.map((file) => `${file} asks for ${before} of a package that is ${version}.`),
    ...(read('packages/sdk/src/lib/settings/version.ts').includes(`'${version}'`)
      ? []
      : ['The SDK sends another version.']),
    ...folders.flatMap((folder) => {
      const heading = new RegExp(`^# @affiliate-platform/.*\\n\\n## ${version}\\n`)
      if (!heading.test(read(`${folder}/CHANGELOG.md`)))
        return [`${folder}/CHANGELOG.md does not begin with ${version}.`]
      const isPacked = JSON.parse(read(`${folder}/package.json`)).files.includes('CHANGELOG.md')
      return isPacked ? [] : [`${folder} is packed without its CHANGELOG.md.`]
    }),
  ]
}
