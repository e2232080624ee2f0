import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { buildTermsRules } from '@affiliate-platform/sdk/testing'
import * as official from '@modelcontextprotocol/client'
import * as z from 'zod'
import { startByNpm } from '../support/start-everything.ts'

const toolsSchema = z.object({
  tools: z.array(
    z.object({ name: z.string(), inputSchema: z.object({ required: z.array(z.string()).default([]) }) }),
  ),
})
const resultSchema = z.object({
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z
    .object({ items: z.array(z.looseObject({ id: z.string().optional() })).optional() })
    .loose(),
})

/** The official client of before, which most assistants have. Types of it would need its packages in every install. */
const load = createRequire(import.meta.url)
const loadOlder = (): Pick<typeof official, 'Client' | 'StreamableHTTPClientTransport'> => ({
  ...load('@modelcontextprotocol/sdk/client/index.js'),
  ...load('@modelcontextprotocol/sdk/client/streamableHttp.js'),
})

/** What lists and calls tools by one key. All are official, and find an error wherever a result differs from its schema. */
interface Caller {
  list(): Promise<unknown>
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
}

/**
 * Lists and calls every tool of what `npm start` runs, with what it prints: by the protocol's inspector, and by its
 * TypeScript client in both its lines. A key of another kind opens nothing.
 *
 * @param inspector - the path of its command
 * @returns the names of the tools
 */
export async function checkMcp(inspector: string): Promise<readonly string[]> {
  const demo = startByNpm()
  try {
    await demo.waitFor(/Ctrl-C stops/)
    const find = (pattern: RegExp) => pattern.exec(demo.output())?.[1] ?? ''
    const printed = (name: string) => find(new RegExp(`export AFFILIATE_${name}='([^']+)'`))
    const url = `${printed('BASE_URL')}/mcp`
    const known = { appId: printed('APP_ID'), membershipId: printed('MEMBERSHIP_ID') }
    const key = find(/\/mcp with the header "Authorization: Bearer (\w+)"/)
    const names = await callEveryTool(inspect(inspector, url, key), known)
    for (const line of [official, loadOlder()]) {
      assert.deepEqual(await callEveryTool(await connect(url, key, line), known), names)
    }
    for (const other of [printed('API_KEY'), printed('WORKSPACE_API_KEY'), 'nobody']) {
      await assert.rejects(inspect(inspector, url, other).list(), /401|auth/i)
      await assert.rejects(connect(url, other), /401|auth/i)
    }
    return names
  } finally {
    await demo.stop()
  }
}

function inspect(command: string, url: string, key: string): Caller {
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const target = [url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
    const { stdout } = await promisify(execFile)(command, ['--cli', ...target, '--method', ...args])
    return JSON.parse(stdout)
  }
  return {
    list: () => run('tools/list', '--strict'),
    call: (name, args) => {
      const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
      const pairs = Object.entries(args).flatMap(([arg, value]) => ['--tool-arg', `${arg}=${toText(value)}`])
      return run('tools/call', '--tool-name', name, ...pairs)
    },
  }
}

async function connect(
  url: string,
  key: string,
  { Client, StreamableHTTPClientTransport }: ReturnType<typeof loadOlder> = official,
): Promise<Caller> {
  const client = new Client({ name: 'check', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return { list: () => client.listTools(), call: (name, args) => client.callTool({ name, arguments: args }) }
}

/** Calls the lists first: a record is read by the id of the first one of its list. */
async function callEveryTool(
  caller: Caller,
  known: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { tools } = toolsSchema.parse(await caller.list())
  const isList = (name: string) => name.startsWith('list_')
  const ids = new Map<string, string>()
  for (const { name, inputSchema } of tools.toSorted(
    (a, b) => Number(isList(b.name)) - Number(isList(a.name)),
  )) {
    const record = /^get_(\w+)/.exec(name)?.[1] ?? 'payout'
    const values = { ...known, record, id: ids.get(`list_${record}s`), unit: '1', rules: buildTermsRules() }
    const args = Object.fromEntries(inputSchema.required.map((arg) => [arg, Reflect.get(values, arg)]))
    const { content, structuredContent } = resultSchema.parse(await caller.call(name, args))
    assert.deepEqual(JSON.parse(content[0].text), structuredContent, name)
    ids.set(name, structuredContent.items?.[0]?.id ?? '')
  }
  return tools.map(({ name }) => name)
}
