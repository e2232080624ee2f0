import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateTokensRoute } from '@affiliate-platform/shopify-recipes'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import type { Session } from '@shopify/shopify-api'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { apiKey } from '../support/fixtures.ts'
import { createSessionTable } from '../support/session-table.ts'

const url = 'https://my-app.example/internal/affiliate-tokens'
const env = { AFFILIATE_WORKSPACE_API_KEY: apiKey }
const app = { clientId: 'client-id', clientSecret: 'client-secret' }

/** The command against a real route with 120 shops. `broken` shops cannot be stored; `meet` replaces Shopify. */
async function setUp(meet?: () => Promise<Response>) {
  const simulator = createShopifySimulator()
  const domains = Array.from({ length: 120 }, (_, index) => `shop-${index}.myshopify.com`)
  for (const domain of domains) simulator.addShop({ domain, apps: [app] })
  const table = createSessionTable(domains, (domain) => simulator.shop(domain).accessTokens[0] ?? '')
  const broken = new Set<string>()
  const storeSession = async (session: Session) => !broken.has(session.shop) && table.storeSession(session)
  const route = migrateTokensRoute({
    ...app,
    apiKey,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    sessionStorage: { ...table, storeSession },
    fetch: meet ?? simulator.fetch,
  })
  const asked: string[] = []
  const { folder } = (await createCommandIo()).io
  const run = async (words: readonly string[] = [], changes: Parameters<typeof createCommandIo>[0] = {}) => {
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(String(input).replace(url, ''))
      return route(new Request(input, init))
    }
    const command = await createCommandIo({ env, folder, fetch, ...changes })
    const exitCode = await runCommand(['tokens', 'migrate', '--url', url, ...words], command.io)
    return { ...command, exitCode }
  }
  const readState = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
  return { run, broken, domains, asked, simulator, readState }
}

describe('tokens migrate', () => {
  it('counts in a dry run, migrates, and finds nothing left [D96]', async () => {
    const { run, asked, simulator } = await setUp()
    const dry = await run(['--dry-run'])
    expect(dry.exitCode).toBe(0)
    expect(dry.lines().at(-1)).toMatchObject({ migrationSuccessful: false, totals: { migrated: 120 } })
    expect(simulator.requests).toEqual([])
    const { exitCode, lines } = await run()
    expect(exitCode).toBe(0)
    expect(lines()).toMatchObject([
      { type: 'page', offset: 0, migrated: 50, totals: { processed: 50 } },
      { type: 'page', offset: 50, migrated: 50, totals: { processed: 100 } },
      { type: 'page', offset: 100, migrated: 20, totals: { processed: 120 } },
      { type: 'report', pagesComplete: true, migrationSuccessful: true, failures: [] },
    ])
    expect(lines().at(-1).totals).toEqual({
      processed: 120,
      migrated: 120,
      alreadyExpiring: 0,
      skipped: 0,
      failed: 0,
    })
    expect((await run()).lines().at(-1)).toMatchObject({ totals: { migrated: 0, alreadyExpiring: 120 } })
    expect(asked.slice(0, 4)).toEqual([
      '?offset=0&dryRun=1',
      '?offset=50&dryRun=1',
      '?offset=100&dryRun=1',
      '?offset=0',
    ])
  })

  it('shows a person which shops failed, and repeats them alone [D96]', async () => {
    const { run, broken, domains, asked, readState } = await setUp()
    broken.add(domains[60] ?? '')
    const { exitCode, output } = await run([], { isTerminal: true })
    expect(exitCode).toBe(1)
    expect(output()).toContain('migrated 119 · already expiring 0 · skipped 0 · failed 1')
    expect(output()).toContain('Pages complete:    yes\nAll migrated:      no\n')
    expect(output()).toContain('120 processed, 119 migrated, 0 already expiring, 0 skipped, 1 failed')
    expect(output()).toMatch(/shop-60\.myshopify\.com +store +none/)
    broken.clear()
    asked.splice(0)
    expect((await run(['--retry-failed'])).exitCode).toBe(0)
    expect(asked).toEqual(['?offset=50&shops=shop-60.myshopify.com'])
    expect(await readState('.affiliate-tokens.json')).toMatchObject({
      pages: { 50: { migrated: 50, failed: 0 } },
    })
  })

  it('stops after a page whose sessions were not kept [D96]', async () => {
    const { run, broken, domains, asked } = await setUp()
    for (const domain of domains) broken.add(domain)
    const { exitCode, lines } = await run()
    expect(exitCode).toBe(4)
    expect(asked).toHaveLength(1)
    expect(lines().at(-1).next).toContain('the session storage does not keep the new sessions')
    broken.clear()
    expect((await run(['--retry-failed'])).exitCode).toBe(0)
  })

  it('waits a minute where Shopify limits it, and ends', async () => {
    const limited = async () => new Response(null, { status: 429, headers: { 'Retry-After': '60' } })
    const { exitCode, waits } = await (await setUp(limited)).run()
    expect(exitCode).toBe(1)
    expect(waits.slice(0, 3)).toEqual([60_000, 60_000, 60_000])
  })

  it('goes on with no state file of a backfill', async () => {
    const { run } = await setUp()
    const { exitCode, errors } = await run(['--resume', '--state', '.affiliate-backfill.json'])
    expect(exitCode).toBe(2)
    expect(errors()).toContain('There is no state file')
  })
})
