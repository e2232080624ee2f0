// `npm run test:generators`: linters find no error in the OpenAPI document, Prism finds none between it and the service,
// the inspector and both clients of the Model Context Protocol call every tool of `npm start`,
// clients that common generators make of it compile, and two of them walk every list. The tools have a lockfile of their own: a newcomer's install does not bring them.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listOperations } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import { build } from 'esbuild'
import { startDemoService } from '../support/demo-service.ts'
import { checkByPrism } from './check-by-prism.ts'
import { checkMcp } from './check-mcp.ts'

const execute = promisify(execFile)
const folder = import.meta.dirname
const output = join(folder, '.artifacts')

const contact = `{ myshopifyDomain: 'a.myshopify.com', ownerName: 'Chris', country: 'France' }`

const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
}

const listsInProgram = `
const sections = ${JSON.stringify(listOperations.map(({ name }) => name))} as const
type Section = (typeof sections)[number]
`

/** A generator: how it is run, and a program that uses what it makes. */
interface Generator {
  readonly command: readonly string[]
  readonly config?: string
  readonly program: string
}

const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    command: ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript/api.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'
const client = createClient<paths>({ baseUrl: process.env['BASE_URL'] ?? '' })
const headers = { Authorization: 'Bearer ' + process.env['API_KEY'] }
// @ts-expect-error A number identifies nothing.
export const wrong = () => client.POST('/api/identify', { body: 42 })
export const right = () => client.POST('/api/identify', { headers, body: ${contact} })
${listsInProgram}
const get = (section: Section, query: object) => {
  const params = { query }
  switch (section) {
    ${listOperations.map(({ name, path }) => `case '${name}': return client.GET('${path}', { headers, params })`).join('\n    ')}
  }
}
const rows: Record<string, number> = {}
for (const section of sections) {
  let cursor: string | null | undefined
  do {
    const { data, error } = await get(section, cursor ? { cursor } : {})
    if (data === undefined) throw new Error(error.code)
    rows[section] = (rows[section] ?? 0) + data.items.filter(({ kind }) => kind === section).length
    cursor = data.nextCursor
  } while (cursor !== null)
}
console.log(JSON.stringify(rows))
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
`,
  },
  'hey-api': {
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch'],
    program: `
import { client } from './client.gen.js'
import * as api from './sdk.gen.js'
// @ts-expect-error A number identifies nothing.
export const wrong = () => api.identify({ body: 42 })
export const right = () => api.identify({ body: ${contact} })
client.setConfig({ baseUrl: process.env['BASE_URL'] ?? '', auth: () => process.env['API_KEY'] ?? '' })
${listsInProgram}
const lists = { ${listOperations.map(({ name, id }) => `${name}: api.${id}`).join(', ')} }
const rows: Record<string, number> = {}
for (const section of sections) {
  let cursor: string | null | undefined
  do {
    const { data, error } = await lists[section]({ query: cursor ? { cursor } : {} })
    if (data === undefined) throw new Error(JSON.stringify(error))
    rows[section] = (rows[section] ?? 0) + data.items.filter(({ kind }) => kind === section).length
    cursor = data.nextCursor
  } while (cursor !== null)
}
console.log(JSON.stringify(rows))
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
`,
  },
  orval: {
    command: ['orval', '--config', 'orval/config.mjs'],
    config: `
const input = '../openapi.json'
export default {
  api: { input, output: { target: './api.ts', client: 'fetch' } },
  zod: { input, output: { target: './zod.ts', client: 'zod' } },
}`,
    program: `
import { identify } from './api.js'
import { identifyBody } from './zod.js'
// @ts-expect-error A number identifies nothing.
export const wrong = () => identify(42)
export const right = () => identify(identifyBody.parse(${contact}))
identifyBody.parse(${contact})
`,
  },
  kubb: {
    command: ['kubb', 'generate', '--config', 'kubb/config.mjs'],
    config: `
import { defineConfig } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'
export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb/gen', extension: { '.ts': '' } },
  plugins: [pluginOas(), pluginTs(), pluginZod({ version: '4' })],
})`,
    program: `
import { type IdentifyMutationRequest, identifyMutationRequestSchema } from './gen/index.js'
// @ts-expect-error A number identifies nothing.
export const wrong: IdentifyMutationRequest = 42
export const right: IdentifyMutationRequest = ${contact}
identifyMutationRequestSchema.parse(right)
`,
  },
}

const inherit = ['ignore', 'ignore', 'inherit'] as const
execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: [...inherit] })
rmSync(output, { recursive: true, force: true })

// Two clients walk every list within a minute.
await using service = await startDemoService({ affiliateQuotaRequestsMax: 1000 })
const document = join(output, 'openapi.json')
mkdirSync(output)
writeFileSync(document, JSON.stringify(createOpenApiDocument({ serverUrl: service.baseUrl })))

lint('redocly', ['lint', '--extends=recommended', document])
writeFileSync(join(output, 'spectral.json'), '{ "extends": "spectral:oas" }')
lint('spectral', ['lint', '--ruleset', join(output, 'spectral.json'), document])
const statuses = await checkByPrism(bin('prism'), document)
process.stdout.write(`agrees    prism: ${JSON.stringify(statuses)}\n`)
const tools = await checkMcp(bin('mcp-inspector'))
process.stdout.write(`calls     inspector and both clients, of npm start: ${tools.length} tools\n`)

for (const [name, generator] of Object.entries(generators)) {
  generate(name, generator)
  execFileSync(bin('tsc'), ['-p', join(output, name)], { stdio: 'inherit' })
  process.stdout.write(`compiles  ${name}\n`)
}
const env = { ...process.env, BASE_URL: service.baseUrl, API_KEY: service.keys.affiliate }
for (const name of ['openapi-typescript', 'hey-api']) {
  const rows = JSON.parse(await run(join(output, name, 'program.ts')))
  assert.deepEqual(rows, service.rows, name)
  process.stdout.write(`walks     ${name}: ${JSON.stringify(rows)}\n`)
}

/** Runs what a bundler makes of a program: generated files name each other in ways that only one resolves. */
async function run(program: string): Promise<string> {
  const outfile = `${program}.mjs`
  await build({ entryPoints: [program], outfile, bundle: true, platform: 'node', format: 'esm' })
  return (await execute(process.execPath, [outfile], { env })).stdout
}

function lint(tool: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(bin(tool), args, { cwd: output, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tool} found an error.\n${stdout}${stderr}`)
  process.stdout.write(`no error  ${tool}\n`)
}

function generate(name: string, { command, config, program }: Generator): void {
  mkdirSync(join(output, name), { recursive: true })
  if (config !== undefined) writeFileSync(join(output, name, 'config.mjs'), config)
  const [tool = '', ...args] = command
  execFileSync(bin(tool), args, { cwd: output, stdio: [...inherit] })
  writeFileSync(join(output, name, 'program.ts'), program)
  writeFileSync(join(output, name, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
}

function bin(tool: string): string {
  return join(folder, 'node_modules/.bin', tool)
}
