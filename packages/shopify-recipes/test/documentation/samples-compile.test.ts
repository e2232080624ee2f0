import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { exitCodes } from '../../src/cli/io.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { secret } from '../support/fixtures.ts'
import {
  buildAppParts,
  collectDocstringSamples,
  collectPageSamples,
  readPages,
  writeSamples,
} from './samples.ts'

const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  'package.json',
  'bin/tsc',
)

const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: true,
  customConditions: ['@affiliate-platform/source'],
}

it('has samples and examples that compile against the real frameworks', async () => {
  const samples = [...collectPageSamples(), ...collectDocstringSamples()]
  const apps = new Set(samples.map(({ path }) => path.replace(/\/(?:routes\/)?[^/]+$/, '')))
  const parts = [...apps].flatMap(buildAppParts)
  const folder = writeSamples('compiled-samples', [...parts, ...samples])
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.js'] }),
  )
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(output).toBe('')
})

it('names the file of every sample, so that none is left out', () => {
  const blocks = [...readPages().values()].join('\n').match(/```[tj]s\n/g)
  expect(collectPageSamples()).toHaveLength(blocks?.length ?? 0)
})

it('has an example for every function that an entry exports', () => {
  const sources = readSources()
  const entries = ['index', 'remix', 'react-router', 'express', 'testing']
    .map((name) => sources(`${name}.ts`))
    .join('\n')
  const names = [...entries.matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[a-z]/.test(name) && !name.startsWith('type '))
  const everything = collectDocstringSamples()
    .map(({ code }) => code)
    .join('\n')
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !everything.includes(name))).toEqual([])
})

it('has shell lines whose commands run', async () => {
  const lines =
    [...readPages().values()].join('\n').match(/^npx @affiliate-platform\/shopify-recipes .*$/gm) ?? []
  expect(lines.length).toBeGreaterThanOrEqual(11)
  const page = {
    processed: 0,
    offset: 0,
    sent: 0,
    migrated: 0,
    alreadyExpiring: 0,
    skipped: 0,
    failed: 0,
    failures: [],
    nextOffset: null,
    next: '',
  }
  const fetch = async (input: string | URL | Request) =>
    String(input).includes('/internal/affiliate-') ? Response.json(page) : new Response()
  const env = { AFFILIATE_WORKSPACE_API_KEY: 'key', SHOPIFY_API_SECRET: secret, SHOPIFY_API_KEY: 'id' }
  const { folder } = (await createCommandIo()).io
  for (const line of lines) {
    const { io, errors } = await createCommandIo({ folder, env, fetch })
    const changes = /recipes (?:add|migrate)\b/.test(line)
    // The folder holds no app that could be changed.
    const { done, failed, unsupported } = exitCodes
    const exitCode = await runCommand(line.split(' ').slice(2), io)
    // Nor a hook, and the code of a login is the reader's own.
    if (/recipes (?:login|missed)\b/.test(line)) {
      expect(errors(), line).toMatch(/not a whole setup code|No identifyOnInstall was found/)
      continue
    }
    expect(changes ? [done, unsupported] : [done, failed], line).toContain(exitCode)
    if (!changes) expect(errors()).toBe('')
  }
})

it('lists every finding of the doctor with its remedy, and every exit code [D236]', () => {
  const doctor = readdirSync(new URL('../../src/cli/doctor', import.meta.url), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readSources()(`cli/doctor/${name}`))
    .join('\n')
  const found = [...doctor.matchAll(/\b(error|warning)\(\s*'([A-Z-]+)'/g)].map(([, level, name]) => {
    return `${level === 'error' ? 'E' : 'W'}-${name}`
  })
  const rows = (readPages().get('docs/doctor.md') ?? '').matchAll(/^\| `([EW]-[A-Z-]+)` \| .+ \| .+ \|$/gm)
  expect(found.length).toBeGreaterThan(15)
  expect(new Set([...rows].map(([, id]) => id))).toEqual(new Set(found))
  const page = readPages().get('docs/command.md') ?? ''
  for (const code of Object.values(exitCodes)) expect(page).toContain(`| ${code} |`)
})

it('asks Shopify for exactly the payload fields that are read', () => {
  const [, list = ''] = /include_fields = \[(.*)\]/.exec(readPages().get('docs/uninstall.md') ?? '') ?? []
  const listed = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  const sources = ['pick-payload', 'uninstall-route'].map((name) => readSources()(`lib/uninstall/${name}.ts`))
  const read = [...sources.join('\n').matchAll(/(?:text\('|shopMember: ')(\w+)'/g)].map(([, name]) => name)
  expect(listed.filter((name) => name !== 'id').sort()).toEqual(
    read.filter((name) => name !== 'phone').sort(),
  )
})

function readSources() {
  return (name: string) => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8')
}
