import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findManifestFaults } from './manifest-links.ts'
import { findReleaseFaults } from './release-faults.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const manifestOf = (file: string) => JSON.parse(read(file))
const workflows = globSync('.github/workflows/*.yml')

/** Every match of a pattern's one group. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('every action of a workflow is named by its commit [D84]', () => {
  expect(workflows.length).toBeGreaterThan(1)
  for (const file of workflows) {
    const actions = findAll(read(file), /uses: (.*)$/gm)
    expect(actions.length, file).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  }
})

/** The text of every job of the release, by its name. */
const jobs = () => {
  const [, ...parts] = read('.github/workflows/release.yml').split(/^ {2}(?=\w+:$)/m)
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]))
}

test('a release has provenance, a bill of materials and a base image by digest [D84]', () => {
  expect(jobs().get('packages')).toContain("NPM_CONFIG_PROVENANCE: 'true'")
  expect(jobs().get('pack')).toContain('sbom > release/sbom.cdx.json')
  expect(jobs().get('pack')).toMatch(/upload-artifact@[\s\S]*path: release\n/)
  expect(jobs().get('page')).toMatch(/gh release create .* sbom\.cdx\.json/)
  const image = jobs().get('image')
  expect(image).toContain('provenance: mode=max')
  expect(image).toContain('sbom: true')
  expect(image).toMatch(/build-args: NODE_IMAGE=\$\{\{ steps\.base\.outputs\.image \}\}/)
  expect(image).toMatch(/imagetools inspect node:24-slim/)
})

test('where packages may be published, no code of a package or of the repository runs [D211]', () => {
  const mayPublish = [...jobs()].filter(([, job]) => /id-token: write|secrets\.|contents: write/.test(job))
  expect(mayPublish.map(([name]) => name)).toEqual(['packages', 'page', 'image'])
  for (const [name, job] of mayPublish) {
    expect(job, name).not.toMatch(/npm (ci|install|run|exec)|npx|node |bash /)
    // The image is built from a checkout, inside the builder.
    if (name !== 'image') expect(job, name).not.toContain('actions/checkout')
  }
})

test('a bot proposes updates of every lock file, of the actions and of the image, weekly and in groups [D211]', () => {
  const bot = read('.github/dependabot.yml')
  const locks = globSync('**/package-lock.json', { exclude: ['**/node_modules/**', '.artifacts/**'] })
  const [directories = ''] = findAll(bot, /directories: \[(.*)\]/g)
  expect(findAll(directories, /'([^']+)'/g).toSorted()).toEqual(
    locks.map((file) => `/${dirname(file)}`.replace('/.', '/')).toSorted(),
  )
  const entries = bot.split('- package-ecosystem: ').slice(1)
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(['npm', 'github-actions', 'docker'])
  for (const entry of entries) {
    expect(entry).toContain('interval: weekly')
    expect(entry).toMatch(/^ {4}groups:$/m)
  }
  expect(entries[0]).toContain('versioning-strategy: increase')
})

test('the page of releases names every name to reserve [D211]', () => {
  const page = read('docs/releasing.md')
  for (const file of globSync('packages/*/package.json')) {
    const { name, bin = {} } = manifestOf(file)
    for (const reserved of [name.split('/')[0], ...Object.keys(bin)])
      expect(page).toContain(`\`${reserved}\``)
  }
})

test('the packages of one version are exactly those that are published [D212]', () => {
  const names = globSync('packages/*/package.json').map((file) => manifestOf(file).name)
  expect(manifestOf('.changeset/config.json').fixed).toEqual([names.toSorted()])
})

test('a release that would lack something is found [D212]', () => {
  const faults = findReleaseFaults('.', '0.0.0')
  const { version } = manifestOf('packages/service/package.json')
  expect(faults.some((fault) => fault.startsWith('.changeset/'))).toBe(globSync('.changeset/*.md').length > 0)
  expect(findReleaseFaults('.', version)).toEqual(
    expect.arrayContaining([
      `Not one new version: ${version}.`,
      `package-lock.json asks for ${version} of a package that is ${version}.`,
    ]),
  )
})

test('every published package leads to the repository, which provenance needs [D210]', () => {
  const manifests = globSync('packages/*/package.json')
  expect(manifests.length).toBeGreaterThan(5)
  for (const file of manifests) {
    const { repository, keywords, ...rest } = manifestOf(file)
    const folder = dirname(file)
    expect(findManifestFaults(folder, { repository, keywords, ...rest })).toEqual([])
    expect(findManifestFaults(folder, { keywords: [], ...rest })).toMatchObject([
      expect.stringContaining('repository has to be'),
      'keywords are missing',
    ])
    const elsewhere = { ...repository, directory: 'packages/other' }
    expect(findManifestFaults(folder, { ...rest, keywords, repository: elsewhere })).toHaveLength(1)
  }
})

test('the bill of materials lists what runs in production, and no tool [D84]', () => {
  const text = execFileSync(process.execPath, ['scripts/sbom.ts'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { bomFormat, components } = JSON.parse(text)
  const names = components.map(({ name }: { name: string }) => name)
  expect(bomFormat).toBe('CycloneDX')
  expect(names).toEqual(expect.arrayContaining(['pg', 'zod', 'commander']))
  expect(names).not.toContain('vitest')
  for (const { name, hashes } of components) {
    if (!name.startsWith('@affiliate-platform/')) expect(hashes, name).toMatchObject([{ alg: 'SHA-512' }])
  }
}, 60_000)

test('one truth for the versions of Node: engines, workflow, image and pages [D84]', () => {
  const engine = (folder: string) => manifestOf(`packages/${folder}/package.json`).engines.node
  for (const folder of ['contract', 'sdk', 'shopify-recipes']) expect(engine(folder)).toBe('>=20.19')
  for (const folder of ['platform', 'service', 'operator']) expect(engine(folder)).toBe('>=22.14')
  for (const folder of ['sdk', 'shopify-recipes']) {
    expect(read(`packages/${folder}/README.md`)).toContain('Node 20.19 or later')
  }
  for (const folder of ['platform', 'operator']) {
    expect(read(`packages/${folder}/README.md`)).toContain('Node 22.14 or newer')
  }
  const root = manifestOf('package.json')
  const [rootFrom = ''] = findAll(root.engines.node, />=(\S+)/g)
  const [matrix = ''] = findAll(read('.github/workflows/ci.yml'), /node: \[(.*)\]/g)
  const image = findAll(read('Dockerfile'), /NODE_IMAGE=node:(\d+)-slim/g)
  // The machine's own Node installs; the lock file's one runs. So the oldest that the packages promise is tried too.
  expect(findAll(matrix, /'([\d.]+)'/g)).toEqual(['20.19', rootFrom, ...image])
  expect(read('README.md')).toContain(`have Node ${rootFrom} or newer`)
  const locked = Object.values<string>(root.optionalDependencies)
  for (const version of locked) expect(version.split('.')[0]).toBe(image[0])
})
