import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateTokensRoute } from '@affiliate-platform/shopify-recipes'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { listFailures, readState, sumUp } from '../../src/cli/pages/state.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { migrationKind } from '../../src/cli/tokens-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { runToEnd, useFakeClock } from '../support/fake-clock.ts'
import { apiKey } from '../support/fixtures.ts'
import { shopCount } from '../support/scale.ts'
import { createSessionTable } from '../support/session-table.ts'

const kills = 20
// It is loaded, exchanged, loaded, stored, loaded.
const callsOfShop = 5
const url = 'https://my-app.example/internal/affiliate-tokens'
const app = { clientId: 'client-id', clientSecret: 'shpss_secret' }

/** When a process is killed: the command or the app, after about so many shops. */
interface Kill {
  readonly isCommand: boolean
  readonly shops: number
}

type Truth = 'migrated' | 'alreadyExpiring' | 'skipped' | 'failed'
type Fault =
  | 'none'
  | 'no_session'
  | 'expiring'
  | 'uninstalled'
  | 'throttled_once'
  | 'server_error'
  | 'lost_response'
  | 'hang'
  | 'not_loaded'
  | 'not_stored'

/** What becomes of a shop with each fault, and again when all faults are over. */
const outcomes: Readonly<Record<Fault, readonly [Truth, Truth]>> = {
  none: ['migrated', 'migrated'],
  no_session: ['skipped', 'skipped'],
  expiring: ['alreadyExpiring', 'alreadyExpiring'],
  uninstalled: ['skipped', 'skipped'],
  throttled_once: ['migrated', 'migrated'],
  server_error: ['failed', 'migrated'],
  lost_response: ['failed', 'migrated'],
  hang: ['failed', 'migrated'],
  not_loaded: ['failed', 'migrated'],
  not_stored: ['failed', 'migrated'],
}
const faults = Object.keys(outcomes) as readonly Fault[]

// 3 % of the shops, every fault in turn.
const findFault = (index: number): Fault =>
  index % 100 < 3 ? (faults[(Math.floor(index / 100) * 3 + (index % 100)) % faults.length] ?? 'none') : 'none'

/** An app whose process can die at any call that it makes. Its sessions and Shopify outlive it. */
function createApp() {
  const simulator = createShopifySimulator()
  const domains = Array.from(
    { length: shopCount },
    (_, index) => `shop-${String(index).padStart(5, '0')}.myshopify.com`,
  )
  const faultOf = new Map(domains.map((domain, index) => [domain, findFault(index)]))
  for (const domain of domains) simulator.addShop({ domain, apps: [app] })
  const table = createSessionTable(domains, (domain) => simulator.shop(domain).accessTokens[0] ?? '')
  const oldTokens = new Set([...table.rows.values()].map(({ accessToken }) => accessToken))
  for (const [domain, fault] of faultOf) {
    if (fault === 'no_session') table.rows.delete(`offline_${domain}`)
    if (fault === 'uninstalled') simulator.uninstall(domain)
    const row = table.rows.get(`offline_${domain}`)
    if (fault !== 'expiring' || row === undefined) continue
    const issued = simulator.issueToken(domain, { lifetimeMs: 30 * 86_400_000, refreshable: true })
    row.accessToken = issued.accessToken
    row.expires = new Date(issued.expiresAtMs ?? 0)
  }
  const throttled = new Set<string>()
  const never = new Promise<never>(() => undefined)
  let isHealed = false
  const meets = (fault: Fault, domain: string) => !isHealed && faultOf.get(domain) === fault
  const exchange: typeof globalThis.fetch = async (input, init) => {
    const domain = new URL(String(input)).hostname
    if (meets('hang', domain)) {
      await new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    }
    if (meets('server_error', domain)) return new Response(`no ${init?.body}`, { status: 500 })
    if (meets('throttled_once', domain) && !throttled.has(domain)) {
      throttled.add(domain)
      return new Response(null, { status: 429, headers: { 'Retry-After': '2' } })
    }
    const response = await simulator.fetch(input, init)
    if (meets('lost_response', domain)) throw new TypeError(`fetch failed: ${await response.text()}`)
    return response
  }
  const toDomain = (id: string) => id.replace('offline_', '')
  /** Starts a process of the app that dies at one of its calls, and then does nothing any more: no promise settles. */
  const start = (diesAtCall: number, onDeath: () => void) => {
    let callsLeft = diesAtCall
    const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      callsLeft -= 1
      if (callsLeft === 0) onDeath()
      if (callsLeft <= 0) return never
      const value = await work()
      return callsLeft <= 0 ? never : value
    }
    return migrateTokensRoute({
      ...app,
      apiKey,
      listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
      sessionStorage: {
        loadSession: (id) =>
          alive(async () => {
            if (meets('not_loaded', toDomain(id))) throw new Error('no connection')
            return table.loadSession(id)
          }),
        storeSession: (session) =>
          alive(async () => {
            if (meets('not_stored', session.shop)) throw new Error(`no row for ${session.accessToken}`)
            return table.storeSession(session)
          }),
      },
      fetch: (input, init) => alive(() => exchange(input, init)),
    })
  }
  return {
    simulator,
    table,
    faultOf,
    oldTokens,
    start,
    heal: () => {
      isHealed = true
    },
  }
}

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

it(`loses no token of ${shopCount} shops, command and app killed at ${kills} random moments [D96]`, async () => {
  useFakeClock()
  const shopify = createApp()
  const random = createRandom(7)
  const { io: base } = await createCommandIo()
  const env = { AFFILIATE_WORKSPACE_API_KEY: apiKey }
  const never = new Promise<never>(() => undefined)
  const seen: string[] = []

  /** Runs the command against a fresh process of the app, until it ends or dies. */
  async function run(words: readonly string[], kill?: Kill) {
    let isDead = false
    let die = () => {}
    const death = new Promise<'killed'>((resolve) => {
      die = () => {
        isDead = true
        resolve('killed')
      }
    })
    const diesAtCall = kill?.isCommand === false ? kill.shops * callsOfShop : Number.POSITIVE_INFINITY
    const route = shopify.start(diesAtCall, die)
    let pages = 0
    const fetchPage: typeof globalThis.fetch = async (input, init) => {
      const response = await route(new Request(input, init))
      if (isDead) return never
      seen.push(await response.clone().text(), [...response.headers].join())
      pages += 1
      if (!kill?.isCommand || pages * 50 < kill.shops) return response
      // The route has done its work, and nobody hears of it.
      die()
      return never
    }
    const { io, output, errors } = await createCommandIo({ folder: base.folder, env, fetch: fetchPage })
    const ended = await runToEnd(
      Promise.race([runCommand(['tokens', 'migrate', '--url', url, ...words], io), death]),
    )
    seen.push(output(), errors())
    return ended
  }
  // A first kill before any page leaves no state.
  const resume = async (kill?: Kill) => {
    const hasState = (await readdir(base.folder)).includes('.affiliate-tokens.json')
    return run(hasState ? ['--resume'] : [], kill)
  }

  let killed = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const shops = 1 + random(Math.floor((1.2 * shopCount) / kills))
    if ((await resume({ isCommand: kill % 2 === 0, shops })) !== 'killed') break
    killed += 1
  }
  expect(killed).toBe(kills)
  expect(await resume()).toBe(1)

  const path = join(base.folder, '.affiliate-tokens.json')
  const readTotals = async () => {
    const state = await readState(path, migrationKind)
    if (state === undefined) throw new Error('no state')
    return { totals: sumUp(state, migrationKind), failures: listFailures(state) }
  }
  const count = (truth: Truth, phase: 0 | 1) =>
    [...shopify.faultOf.values()].filter((fault) => outcomes[fault][phase] === truth).length
  const { totals, failures } = await readTotals()
  expect(new Set(failures.map(({ domain }) => domain))).toEqual(
    new Set(
      [...shopify.faultOf].filter(([, fault]) => outcomes[fault][0] === 'failed').map(([domain]) => domain),
    ),
  )
  // A page that a kill cut off is run again, and finds the sessions that it stored.
  const done = (sums: typeof totals) => (sums['migrated'] ?? 0) + (sums['alreadyExpiring'] ?? 0)
  expect(totals).toMatchObject({ processed: shopCount, skipped: count('skipped', 0) })
  expect(done(totals)).toBe(count('migrated', 0) + count('alreadyExpiring', 0))

  shopify.heal()
  expect(await run(['--retry-failed'])).toBe(0)
  const healed = (await readTotals()).totals
  expect(healed).toMatchObject({ processed: shopCount, skipped: count('skipped', 1), failed: 0 })
  expect(done(healed)).toBe(count('migrated', 1) + count('alreadyExpiring', 1))

  // Some kills fell between an exchange and its storage.
  const exchanged = shopify.simulator.requests.map(({ url }) => new URL(url).hostname)
  const healthy = new Set(
    [...shopify.faultOf].filter(([, fault]) => fault === 'none').map(([domain]) => domain),
  )
  expect(exchanged.filter((domain) => healthy.has(domain)).length).toBeGreaterThan(healthy.size)

  const broken: string[] = []
  for (const [domain, fault] of shopify.faultOf) {
    if (outcomes[fault][1] === 'skipped') continue
    const { accessToken = '', refreshToken, expires } = shopify.table.rows.get(`offline_${domain}`) ?? {}
    const response = await shopify.simulator.fetch(`https://${domain}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'X-Shopify-Access-Token': accessToken },
      body: JSON.stringify({ query: '{ shop { name } }' }),
    })
    const isMigrated =
      fault === 'expiring' || (refreshToken !== undefined && !shopify.oldTokens.has(accessToken))
    if (response.status !== 200 || !isMigrated || expires === undefined) broken.push(domain)
  }
  expect(broken).toEqual([])
  seen.push(await readFile(path, 'utf8'))
  expect(seen.join('\n')).not.toMatch(/shp(at|rt|ss)_|aff_workspace/)
})
