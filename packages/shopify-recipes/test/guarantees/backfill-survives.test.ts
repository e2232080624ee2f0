import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backfillRoute, type IdentifyPort, readShopWithSessions } from '@affiliate-platform/shopify-recipes'
import { createShopifySimulator, type ShopBehaviour } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { backfillKind } from '../../src/cli/backfill-command.ts'
import { listFailures, readState, sumUp } from '../../src/cli/pages/state.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { runToEnd, useFakeClock } from '../support/fake-clock.ts'
import { buildRejection, hang } from '../support/fake-identify.ts'
import { apiKey, appId } from '../support/fixtures.ts'
import { shopCount } from '../support/scale.ts'

const kills = 20
const url = 'https://my-app.example/internal/affiliate-backfill'

type Outcome =
  | 'sent'
  | 'skipped'
  | { readonly stage: 'shop_read' | 'identify'; readonly status: number | null }

/** What reading a shop meets, and what must become of it. */
const readFaults: readonly (readonly [ShopBehaviour | 'no_session' | 'rejected_refresh', Outcome])[] = [
  ['no_session', 'skipped'],
  ['revoked', 'skipped'],
  ['frozen', 'skipped'],
  ['gone', 'skipped'],
  ['locked', 'skipped'],
  ['rate_limited', 'sent'],
  ['throttled', 'sent'],
  ['rejected_refresh', { stage: 'shop_read', status: 500 }],
  ['forbidden', { stage: 'shop_read', status: 403 }],
  ['server_error', { stage: 'shop_read', status: 500 }],
  ['html_error', { stage: 'shop_read', status: null }],
  ['mismatch', { stage: 'shop_read', status: null }],
  ['redirect', { stage: 'shop_read', status: null }],
  ['reset', { stage: 'shop_read', status: null }],
  ['slow', { stage: 'shop_read', status: null }],
  ['hang', { stage: 'shop_read', status: null }],
]

/** What the identify call meets. */
const identifyFaults: readonly (readonly [() => ReturnType<IdentifyPort['identify']>, Outcome])[] = [
  [() => Promise.reject(buildRejection(400, 'invalid_request')), { stage: 'identify', status: 400 }],
  [() => Promise.reject(buildRejection(503, 'unavailable')), { stage: 'identify', status: 503 }],
  [() => Promise.reject(new TypeError('fetch failed')), { stage: 'identify', status: null }],
  [() => Promise.resolve({ ok: false }), { stage: 'identify', status: null }],
]
const faultKinds = readFaults.length + identifyFaults.length + 2

// Which shops have a fault: 3 % of them, every kind in turn.
const findFault = (index: number) =>
  index % 100 < 3 ? (Math.floor(index / 100) * 3 + (index % 100)) % faultKinds : -1
const domains = Array.from(
  { length: shopCount },
  (_, index) => `shop-${String(index).padStart(5, '0')}.myshopify.com`,
)

const indexes = new Map(domains.map((domain, index) => [domain, index]))

/** The route of an app whose shops are simulated. `heal` ends all faults. */
function createApp() {
  const delay = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  const simulator = createShopifySimulator({ delay })
  const identified = new Set<string>()
  const truth = new Map<string, Outcome>()
  const throttledOnce = new Set<string>()
  let isHealed = false
  for (const [index, domain] of domains.entries()) {
    const [behaviour, outcome] = readFaults[findFault(index)] ?? (['ok', 'sent'] as const)
    const isPlatform = behaviour !== 'no_session' && behaviour !== 'rejected_refresh'
    const times = outcome === 'sent' ? { times: 1 } : {}
    simulator.addShop({
      domain,
      accessToken: `shpat_${index}`,
      ...(isPlatform && { behaviour, behaviourDetails: times }),
    })
    truth.set(domain, outcome)
    const identifyFault = identifyFaults[findFault(index) - readFaults.length]
    if (identifyFault) truth.set(domain, identifyFault[1])
    if (findFault(index) === faultKinds - 1) truth.set(domain, { stage: 'identify', status: null })
  }
  const faultOf = (domain: string) => (isHealed ? -1 : findFault(indexes.get(domain) ?? -1))
  const client: IdentifyPort = {
    identify: async ({ myshopifyDomain: domain }, { signal }) => {
      const fault = faultOf(domain)
      const identifyFault = identifyFaults[fault - readFaults.length]
      if (identifyFault) return identifyFault[0]()
      if (fault === faultKinds - 1) return hang(domain, signal)
      if (fault === faultKinds - 2 && !throttledOnce.has(domain)) {
        throttledOnce.add(domain)
        throw buildRejection(429, 'quota_exceeded', { retryAfterMs: 2000 })
      }
      identified.add(domain)
      return { ok: true }
    },
  }
  const route = backfillRoute({
    client,
    apiKey,
    appId,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    countShops: async () => domains.length,
    readShop: readShopWithSessions({
      loadSession: async (shop) => {
        const [behaviour] = readFaults[faultOf(shop)] ?? []
        if (behaviour === 'no_session') return undefined
        if (behaviour === 'rejected_refresh') throw new Response(null, { status: 500 })
        return { shop, accessToken: `shpat_${indexes.get(shop)}` }
      },
      query: async ({ shop, accessToken = '' }, query, { signal }) => {
        const response = await simulator.fetch(`https://${shop}/admin/api/2026-10/graphql.json`, {
          method: 'POST',
          headers: { 'X-Shopify-Access-Token': accessToken },
          body: JSON.stringify({ query }),
          redirect: 'error',
          signal,
        })
        const { status, ok, headers } = response
        if (!ok)
          throw Object.assign(new Error(), {
            response: { code: status, retryAfter: Number(headers.get('retry-after')) },
          })
        const body = (await response.json()) as { readonly errors?: unknown }
        if (!body.errors) return body
        throw Object.assign(new Error(), { body: { errors: { graphQLErrors: body.errors } } })
      },
    }),
  })
  const heal = () => {
    isHealed = true
    for (const [domain, outcome] of truth)
      if (typeof outcome === 'object') simulator.setBehaviour(domain, 'ok')
  }
  return { route, truth, identified, heal }
}

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

it(`loses no shop of ${shopCount} with faults of every kind, killed at ${kills} random moments and resumed [4.4-4] [D40]`, async () => {
  useFakeClock()
  const app = createApp()
  const random = createRandom(7)
  const { io: base } = await createCommandIo()
  const env = { AFFILIATE_WORKSPACE_API_KEY: apiKey }
  const never = new Promise<never>(() => undefined)

  /** Runs the command until it ends or dies. A dead process does nothing any more: its promises never settle. */
  async function run(words: readonly string[], diesAt: { readonly page: number; readonly moment: number }) {
    let page = 0
    let die = () => {}
    const death = new Promise<'killed'>((resolve) => {
      die = () => resolve('killed')
    })
    const fetchPage = async (input: string | URL | Request, init?: RequestInit) => {
      page += 1
      const isLast = page === diesAt.page
      if (isLast) die()
      if (isLast && diesAt.moment === 0) return never
      const response = await app.route(new Request(input, init))
      // The route has done its work, and nobody hears of it.
      return isLast && diesAt.moment === 1 ? never : response
    }
    const write = () => {
      // Right after the state was saved.
      if (page === diesAt.page && diesAt.moment === 2) throw new Error('killed')
    }
    const { io } = await createCommandIo({ folder: base.folder, env, fetch: fetchPage, write })
    const command = runCommand(['backfill', 'run', '--url', url, ...words], io)
    if (diesAt.moment === 2) return runToEnd(command.catch(() => 'killed' as const))
    return runToEnd(Promise.race([command, death]))
  }

  const pages = Math.ceil(shopCount / 50)
  let words: readonly string[] = []
  let killed = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const page = 1 + random(Math.max(1, Math.floor((2 * pages) / kills) - 1))
    const ended = await run(words, { page, moment: random(3) })
    if (ended !== 'killed') break
    killed += 1
    // A crash inside of a write leaves half a temporary file.
    await writeFile(join(base.folder, '.affiliate-backfill.json.tmp'), '{"version":1,"pa')
    words = ['--resume']
    // A first kill before any page leaves no state.
    if (!(await readdir(base.folder)).includes('.affiliate-backfill.json')) words = []
  }
  expect(await run(words, { page: -1, moment: -1 })).toBe(1)
  if (shopCount >= 10_000) expect(killed).toBe(kills)

  const state = await readState(join(base.folder, '.affiliate-backfill.json'), backfillKind)
  if (state === undefined) throw new Error('no state')
  const count = (outcome: Outcome) => [...app.truth.values()].filter((value) => value === outcome).length
  const failed = [...app.truth].flatMap(([domain, outcome]) =>
    typeof outcome === 'object' ? [{ domain, ...outcome }] : [],
  )
  expect(sumUp(state, backfillKind)).toEqual({
    processed: shopCount,
    sent: count('sent'),
    skipped: count('skipped'),
    failed: failed.length,
  })
  const byDomain = (a: { readonly domain: string }, b: { readonly domain: string }) =>
    a.domain.localeCompare(b.domain)
  expect([...listFailures(state)].sort(byDomain)).toEqual(failed.sort(byDomain))

  app.heal()
  expect(await run(['--retry-failed'], { page: -1, moment: -1 })).toBe(0)
  const lost = domains.filter((domain) => app.truth.get(domain) !== 'skipped' && !app.identified.has(domain))
  expect(lost).toEqual([])
})
