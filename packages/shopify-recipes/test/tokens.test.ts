import {
  type MigrateTokensOptions,
  type MigrationPage,
  migrateTokensRoute,
} from '@affiliate-platform/shopify-recipes'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import '@shopify/shopify-api/adapters/node'
import { ApiVersion, type Session, shopifyApi } from '@shopify/shopify-api'
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { entries } from './support/entries.ts'
import { runToEnd, useFakeClock } from './support/fake-clock.ts'
import { apiKey } from './support/fixtures.ts'
import { createSessionTable } from './support/session-table.ts'

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const dayMs = 86_400_000

type Options = MigrateTokensOptions<Session>
type Fetch = (request: Request, send: () => Promise<Response>) => Promise<Response>

/** So many shops of an app with tokens that never expire. `meet` is what an exchange meets. */
function setUp({ count = 3, meet }: { readonly count?: number; readonly meet?: Fetch } = {}) {
  const simulator = createShopifySimulator()
  const domains = Array.from({ length: count }, (_, index) => `shop-${index}.myshopify.com`)
  for (const domain of domains) simulator.addShop({ domain, apps: [app] })
  const table = createSessionTable(domains, (domain) => simulator.shop(domain).accessTokens[0] ?? '')
  const old = new Map([...table.rows].map(([id, row]) => [id, { ...row }]))
  const sent: Request[] = []
  const options: Options = {
    ...app,
    apiKey,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    countShops: async () => count,
    sessionStorage: table,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push(request)
      const send = () => simulator.fetch(input, init)
      return meet ? meet(request, send) : send()
    },
  }
  const works = async (domain: string) => {
    const { accessToken = '' } = table.rows.get(`offline_${domain}`) ?? {}
    const response = await simulator.fetch(`https://${domain}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'X-Shopify-Access-Token': accessToken },
      body: JSON.stringify({ query: '{ shop { name } }' }),
    })
    return response.status === 200
  }
  return { simulator, domains, table, old, sent, options, works, shop: domains[0] ?? '' }
}

function buildPageRequest(query = '', key = apiKey): Request {
  return new Request(`https://my-app.example/internal/affiliate-tokens${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
  })
}

async function runPage(options: Options, query?: string) {
  const response = await migrateTokensRoute(options)(buildPageRequest(query))
  expect(response.status).toBe(200)
  return (await response.json()) as MigrationPage
}

describe('a page', () => {
  it.each(entries.map((entry) => [entry.name, entry] as const))(
    'migrates every session, mounted in %s [D96]',
    async (_, entry) => {
      const { options, table, domains, works, old } = setUp()
      const send = await entry.migrateTokensRoute(options)
      const response = await send(buildPageRequest())
      expect(await response.json()).toEqual({
        processed: 3,
        offset: 0,
        migrated: 3,
        alreadyExpiring: 0,
        skipped: 0,
        failed: 0,
        failures: [],
        nextOffset: null,
        paginationComplete: true,
        done: true,
        retryOffset: null,
        next: expect.stringContaining('delete this route'),
      })
      for (const domain of domains) {
        const id = `offline_${domain}`
        const row = table.rows.get(id)
        expect(row).toMatchObject({ id, shop: domain, scope: 'read_products', isOnline: false, state: '' })
        expect(row?.accessToken).not.toBe(old.get(id)?.accessToken)
        const inSeconds = (date: Date | undefined) =>
          Math.round(((date?.getTime() ?? 0) - Date.now()) / 60_000)
        expect([inSeconds(row?.expires), inSeconds(row?.refreshTokenExpires)]).toEqual([60, 90 * 24 * 60])
        expect(row?.refreshToken).toMatch(/^shprt_/)
        expect(await works(domain)).toBe(true)
      }
    },
  )

  it('changes nothing the second time', async () => {
    const { options, table, sent } = setUp()
    await runPage(options)
    const rows = new Map(table.rows)
    expect(await runPage(options)).toMatchObject({ migrated: 0, alreadyExpiring: 3, done: true })
    expect(sent).toHaveLength(3)
    expect(table.rows).toEqual(rows)
  })

  it('exchanges nothing in a dry run, and counts [D96]', async () => {
    const { options, table, sent, old, domains } = setUp({ count: 4 })
    table.rows.delete(`offline_${domains[0]}`)
    const expiring = table.rows.get(`offline_${domains[1]}`)
    if (expiring) expiring.refreshToken = 'shprt_1'
    const page = await runPage(options, '?dryRun=1')
    expect(page).toMatchObject({ migrated: 2, alreadyExpiring: 1, skipped: 1 })
    expect(page.next).toContain('no token was exchanged')
    expect(sent).toEqual([])
    expect(table.rows.get(`offline_${domains[2]}`)).toEqual(old.get(`offline_${domains[2]}`))
  })

  it('asks for fifty shops at a time, five of them at once, or for some alone', async () => {
    let running = 0
    let most = 0
    const meet: Fetch = async (_, send) => {
      running += 1
      most = Math.max(most, running)
      const response = await send()
      running -= 1
      return response
    }
    const { options, domains } = setUp({ count: 60, meet })
    expect(await runPage(options)).toMatchObject({ migrated: 50, nextOffset: 50 })
    expect(most).toBe(5)
    expect(await runPage(options, `?shops=${domains[55]},${domains[3]}`)).toMatchObject({
      migrated: 1,
      alreadyExpiring: 1,
    })
  })

  it('is for who has the key alone, and needs the client id and secret', async () => {
    const { options, sent } = setUp()
    const wrong = await migrateTokensRoute(options)(buildPageRequest('', `${apiKey}x`))
    expect(wrong.status).toBe(401)
    vi.stubEnv('SHOPIFY_API_KEY', '')
    vi.stubEnv('SHOPIFY_API_SECRET', '')
    for (const [name, code] of [
      ['clientId', 'client_id_missing'],
      ['clientSecret', 'client_secret_missing'],
    ] as const) {
      const response = await migrateTokensRoute({ ...options, [name]: undefined })(buildPageRequest())
      expect([response.status, await response.json()]).toEqual([500, { code }])
    }
    vi.unstubAllEnvs()
    expect(sent).toEqual([])
  })
})

describe('what an exchange meets', () => {
  it('sends to Shopify what its own library sends, and stores the same [D96]', async () => {
    const { simulator, options, table, old, shop } = setUp({ count: 1 })
    setAbstractFetchFunc(simulator.fetch)
    onTestFinished(() => setAbstractFetchFunc(globalThis.fetch))
    const library = shopifyApi({
      apiKey: app.clientId,
      apiSecretKey: app.clientSecret,
      apiVersion: ApiVersion.October26,
      hostName: 'my-app.example',
      isEmbeddedApp: true,
      logger: { log: async () => undefined },
    })
    const nonExpiringOfflineAccessToken = old.get(`offline_${shop}`)?.accessToken ?? ''
    const { session } = await library.auth.migrateToExpiringToken({ shop, nonExpiringOfflineAccessToken })
    // Shopify repeats its response, so that both get the same token.
    expect(await runPage(options)).toMatchObject({ migrated: 1 })
    const [theirs, ours] = simulator.requests
    expect(ours?.url).toBe(theirs?.url)
    expect(JSON.parse(ours?.body ?? '')).toEqual(JSON.parse(theirs?.body ?? ''))
    const { id, accessToken, refreshToken } = session
    expect(table.rows.get(id)).toMatchObject({ id, shop, accessToken, refreshToken, isOnline: false })
  })

  it.each([
    ['an unknown token', 400, { error: 'invalid_subject_token' }, { skipped: 1 }],
    ['a frozen shop', 402, {}, { skipped: 1 }],
    ['a closed shop', 404, {}, { skipped: 1 }],
    ['a locked shop', 423, {}, { skipped: 1 }],
    ['another client', 400, { error: 'invalid_client' }, { failed: 1 }],
    ['a wrong secret', 401, { error: 'invalid_client' }, { failed: 1 }],
    ['an allowlist', 403, {}, { failed: 1 }],
    ['an outage', 503, {}, { failed: 1 }],
    ['a redirect', 302, {}, { failed: 1 }],
    ['a response that is no token', 200, {}, { failed: 1 }],
    ['a token that does not expire', 200, { access_token: 'shpat_new' }, { failed: 1 }],
    ['a lifetime of 0', 200, { access_token: 'a', refresh_token: 'b', expires_in: 0 }, { failed: 1 }],
  ])('judges %s', async (_, status, body, outcome) => {
    const { options, table, old } = setUp({ count: 1, meet: async () => Response.json(body, { status }) })
    const page = await runPage(options)
    expect(page).toMatchObject({ migrated: 0, ...outcome })
    if (page.failed) expect(page.failures).toMatchObject([{ stage: 'exchange', status }])
    expect(table.rows).toEqual(old)
  })

  it('skips what is no shop: no run would change that, and neither token nor secret goes there [D96]', async () => {
    const { options, sent } = setUp()
    const listShops = async () => ['old', 'attacker.example', 'x.myshopify.com/@attacker.example']
    expect(await runPage({ ...options, listShops })).toMatchObject({ failed: 0, failures: [], skipped: 3 })
    expect(sent).toEqual([])
  })

  it('takes no session of a user, or of another shop, for the one of the shop', async () => {
    const { options, table, sent, domains } = setUp()
    const [online, other] = [...table.rows.values()]
    if (online) online.isOnline = true
    if (other) other.shop = 'elsewhere.myshopify.com'
    const page = await runPage(options)
    expect(page.failures).toEqual(
      domains.slice(0, 2).map((domain) => ({ domain, stage: 'load', status: null })),
    )
    expect(sent).toHaveLength(1)
  })

  it('waits as long as a 429 asks, and asks again', async () => {
    useFakeClock()
    const { options, sent } = setUp({
      count: 1,
      meet: async (_, send) =>
        sent.length === 1 ? new Response(null, { status: 429, headers: { 'Retry-After': '3' } }) : send(),
    })
    const startedAtMs = Date.now()
    expect(await runToEnd(runPage(options))).toMatchObject({ migrated: 1 })
    expect(Date.now() - startedAtMs).toBe(3000)
  })

  it('does not ask again where a 429 leaves no time to store what it would get [D96]', async () => {
    useFakeClock()
    const meet = async () => new Response(null, { status: 429, headers: { 'Retry-After': '10' } })
    const { options, sent } = setUp({ count: 1, meet })
    const { failures } = await runToEnd(runPage(options))
    expect(failures).toMatchObject([{ stage: 'exchange', status: 429 }])
    expect(sent).toHaveLength(1)
  })

  it('begins no exchange that it could not store in the time of the page [D40] [D96]', async () => {
    useFakeClock()
    const { options, sent, table, old } = setUp({
      count: 12,
      meet: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        }),
    })
    const startedAtMs = Date.now()
    const response = await runToEnd(migrateTokensRoute(options)(buildPageRequest()))
    expect(Date.now() - startedAtMs).toBe(10_000)
    expect(response.headers.get('X-Affiliate-Backfill-Not-Begun')).toBe('7')
    expect(sent).toHaveLength(5)
    expect(await response.json()).toMatchObject({ failed: 12, failures: { length: 12 } })
    expect(table.rows).toEqual(old)
  })

  it('stops where Shopify rejects every shop [D40]', async () => {
    const meet = async () => Response.json({ error: 'invalid_client' }, { status: 401 })
    const { options, sent } = setUp({ count: 50, meet })
    const page = await runPage(options)
    expect(page).toMatchObject({
      failed: 50,
      next: expect.stringContaining('Shopify rejected every shop with 401'),
    })
    expect(sent.length).toBeLessThan(26)
  })
})

describe('between the exchange and the storage', () => {
  it('migrates a shop whose exchange got no response, when it is run again [D96]', async () => {
    let isLost = true
    const { options, works, shop } = setUp({
      count: 1,
      meet: async (_, send) => {
        const response = await send()
        if (isLost) throw new TypeError('fetch failed')
        return response
      },
    })
    expect(await runPage(options)).toMatchObject({ failures: [{ stage: 'exchange', status: null }] })
    expect(await works(shop)).toBe(false)
    isLost = false
    expect(await runPage(options)).toMatchObject({ migrated: 1 })
    expect(await works(shop)).toBe(true)
  })

  it.each<[string, Options['sessionStorage']['storeSession']]>([
    ['throws', () => Promise.reject(new Error('down, shpat_secret'))],
    ['says no', async () => false],
    ['forgets', async () => true],
  ])(
    'fails at store where the storage %s, with a remedy, and the next run migrates [D96]',
    async (_, storeSession) => {
      const { options, table, works, old, shop } = setUp({ count: 1 })
      const page = await runPage({ ...options, sessionStorage: { ...table, storeSession } })
      expect(page.failures).toEqual([{ domain: shop, stage: 'store', status: null }])
      expect(page.next).toContain('repeat these shops within seven days')
      expect(JSON.stringify(page)).not.toMatch(/shp[a-z]+_/)
      expect(table.rows).toEqual(old)
      expect(await runPage(options)).toMatchObject({ migrated: 1 })
      expect(await works(shop)).toBe(true)
    },
  )

  it('puts the old session back where the storage has no place for the refresh token [D96]', async () => {
    const { options, table, old, shop } = setUp({ count: 1 })
    const storeSession = (session: Session) => {
      delete session.refreshToken
      return table.storeSession(session)
    }
    const page = await runPage({ ...options, sessionStorage: { ...table, storeSession } })
    expect(page.failures).toEqual([{ domain: shop, stage: 'store', status: null }])
    expect(table.rows.get(`offline_${shop}`)).toMatchObject(old.get(`offline_${shop}`) ?? {})
    expect(await runPage(options)).toMatchObject({ migrated: 1 })
  })

  it('exchanges no further token where none of the first was kept [D96]', async () => {
    const { options, table, sent } = setUp({ count: 50 })
    const page = await runPage({ ...options, sessionStorage: { ...table, storeSession: async () => false } })
    expect(page).toMatchObject({ failed: 50, next: expect.stringContaining('Stopped early') })
    expect(sent.length).toBeLessThan(10)
    expect(page.failures.filter(({ stage }) => stage === 'store')).toHaveLength(sent.length)
  })

  it('keeps the session that the app stored meanwhile, and stores none of an uninstalled shop', async () => {
    const { options, table, domains } = setUp({
      count: 2,
      meet: async (request, send) => {
        const response = await send()
        const id = `offline_${new URL(request.url).hostname}`
        const row = table.rows.get(id)
        if (request.url.includes('shop-0')) table.rows.delete(id)
        else if (row) table.rows.set(id, { ...row, accessToken: 'shpat_newer', expires: new Date() })
        return response
      },
    })
    expect(await runPage(options)).toMatchObject({ skipped: 1, alreadyExpiring: 1 })
    expect([...table.rows]).toMatchObject([[`offline_${domains[1]}`, { accessToken: 'shpat_newer' }]])
  })

  it('skips a shop whose old token cannot be exchanged any more', async () => {
    useFakeClock()
    const { options, table } = setUp({ count: 1 })
    await runPage({ ...options, sessionStorage: { ...table, storeSession: async () => false } })
    vi.setSystemTime(Date.now() + 7 * dayMs)
    expect(await runPage(options)).toMatchObject({ skipped: 1, failed: 0 })
  })
})
