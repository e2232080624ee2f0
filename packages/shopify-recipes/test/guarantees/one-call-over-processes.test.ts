import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createSqlLedger, ledgerMigration, retryMissedInstalls } from '@affiliate-platform/shopify-recipes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { apiKey, appId } from '../support/fixtures.ts'
import type { HookTask, runHooks } from '../support/hook-process.ts'

const folder = fileURLToPath(new URL('../..', import.meta.url))
const schema = `hooks_${randomUUID().replaceAll('-', '')}`
const connectionString = inject('postgresUrl')
const shops = Array.from({ length: 30 }, (_, index) => `shop-${index}.myshopify.com`)
let pool: pg.Pool

/** A platform that counts the calls of each shop; it responds after `delayMs`, or never. */
async function startPlatform(delayMs: number | undefined) {
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push(JSON.parse(Buffer.concat(chunks).toString()).myshopifyDomain)
    if (delayMs === undefined) return
    setTimeout(() => response.setHeader('Content-Type', 'application/json').end('{"ok":true}'), delayMs)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { calls, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts one process of the app. */
function startProcess(baseUrl: string, task: Partial<HookTask>) {
  const program = `
    const { runHooks } = await import('./test/support/hook-process.ts')
    process.stdout.write(JSON.stringify(await runHooks(JSON.parse(process.env.HOOK_TASK))))`
  const words = ['--conditions=@affiliate-platform/source', '--input-type=module', '--eval', program]
  const given: HookTask = { connectionString, schema, shops, runsPerShop: 3, ...task }
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: {
      HOOK_TASK: JSON.stringify(given),
      AFFILIATE_APP_ID: appId,
      AFFILIATE_BASE_URL: baseUrl,
      AFFILIATE_WORKSPACE_API_KEY: apiKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<Awaited<ReturnType<typeof runHooks>>>((resolve) => {
    child.once('close', () => resolve(output === '' ? [] : JSON.parse(output)))
  })
  return { ended, kill: () => child.kill('SIGKILL') }
}

describe.skipIf(connectionString === '')('processes of one app on one PostgreSQL', () => {
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}` })
    await pool.query(`create schema ${schema}`)
    await pool.query(ledgerMigration('postgresql'))
  })

  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  it('make exactly 30 calls for 30 shops in 270 runs of the hook in three processes [4.4-2] [D38]', async () => {
    const { calls, baseUrl } = await startPlatform(20)
    const processes = [1, 2, 3].map(() => startProcess(baseUrl, {}))
    const outcomes = (await Promise.all(processes.map(({ ended }) => ended))).flat()
    expect(calls.sort()).toEqual([...shops].sort())
    expect(outcomes.filter((outcome) => outcome === 'identified')).toHaveLength(30)
    expect(outcomes.filter((outcome) => outcome === 'already_identified')).toHaveLength(240)
  })

  it('identify a shop once whose process was killed in the call [D38] [D67]', async () => {
    const hanging = await startPlatform(undefined)
    const shop = 'killed.myshopify.com'
    const dying = startProcess(hanging.baseUrl, { shops: [shop], runsPerShop: 1 })
    await expect.poll(() => hanging.calls).toEqual([shop])
    dying.kill()
    await dying.ended
    const ledger = createSqlLedger({ dialect: 'postgresql', client: pool })
    const identified: string[] = []
    const client = {
      identify: async ({ myshopifyDomain }: { readonly myshopifyDomain: string }) => {
        identified.push(myshopifyDomain)
        return { ok: true }
      },
    }
    const sessionStorage = { loadSession: async () => ({ shop, accessToken: 'shpat_token' }) }
    // Two processes at once, each with a view of its own on the ledger.
    const retry = () => retryMissedInstalls({ ledger: { ...ledger }, client, appId, sessionStorage })
    expect((await Promise.all([retry(), retry()])).flat()).toEqual([])
    // The claim lapses after 30 s.
    await pool.query('update affiliate_ledger set due_at_ms = due_at_ms - 30000 where state = $1', [
      'claimed',
    ])
    await Promise.all([retry(), retry()])
    await retry()
    expect(identified).toEqual([shop])
  })
})
