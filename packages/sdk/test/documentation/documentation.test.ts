import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectExamples, exportedNames, readSources } from './examples.ts'

// Inside the package, so that the examples find it by its name.
const folder = fileURLToPath(new URL('../../.artifacts/examples/', import.meta.url))
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  /package\.json$/,
  'bin/tsc',
)

const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ['@affiliate-platform/source'],
}

describe('the documentation', () => {
  const files = collectExamples().map(({ place, code }, index) => ({
    place,
    code,
    path: `${folder}${index}.ts`,
  }))
  const describeOutput = (output: string) =>
    files.reduceRight((text, { path, place }) => text.replaceAll(path.slice(folder.length), place), output)

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    for (const { path, code } of files) writeFileSync(path, code)
  })

  test('has an example for every export', () => {
    const sources = [...readSources().values()].join('\n')
    const { values, types } = exportedNames('index')
    const testing = exportedNames('testing')

    const without = [...values, ...types, ...testing.values, ...testing.types].filter((name) => {
      const declaration = new RegExp(
        `export (?:abstract )?(?:class|function|const|interface|type) ${name}\\b`,
      )
      const before = sources.slice(0, sources.search(declaration))
      return !before.slice(before.lastIndexOf('/**')).includes('@example')
    })

    expect(without).toEqual([])
  })

  test('says of every public member what it is', () => {
    const sources = [...readSources().values()].join('\n')
    const entries = [exportedNames('index'), exportedNames('testing')]
    const names = entries.flatMap(({ values, types }) => [...values, ...types])

    const without = names.flatMap((name) => {
      const declaration = `export (?:abstract )?(?:class|interface) ${name}\\b[^{]*\\{\n([\\s\\S]*?)\n\\}`
      const [, body = ''] = new RegExp(declaration).exec(sources) ?? []
      const members = [...body.matchAll(/(?<=(.*)\n|^) {2}(?:(?:readonly|abstract|override) )*(\w+)[?(:<]/g)]
      return members
        .filter(([, before]) => !before?.endsWith('*/'))
        .map(([, , member]) => `${name}.${member}`)
    })

    expect(without.filter((member) => !/Error\.(?:name|kind)$/.test(member))).toEqual([])
  })

  test('has examples that compile', async () => {
    const output = await run([compiler, '-p', folder])

    expect(describeOutput(output)).toBe('')
  })

  test('has examples that run', async () => {
    const runner = fileURLToPath(new URL('run-examples.ts', import.meta.url))
    const output = await run([
      '--conditions=@affiliate-platform/source',
      runner,
      ...files.map(({ path }) => path),
    ])

    expect(describeOutput(output)).toBe('')
  })
})

/** Runs Node, and gives what it printed when it failed. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve(error === null ? '' : stdout + stderr),
    )
  })
}
