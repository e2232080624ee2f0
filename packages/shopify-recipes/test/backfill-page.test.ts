import {
  type BackfillPage,
  type BackfillRouteOptions,
  backfillRoute,
  createMemoryLedger,
  readShopWithAdmin,
  readShopWithSessions,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runToEnd, useFakeClock } from './support/fake-clock.ts'
import { buildRejection, createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, apiKey, appId } from './support/fixtures.ts'

const shops = Array.from({ length: 50 }, (_, index) => `shop-${index}.myshopify.com`)
const healthy = async () => ({ accessToken, email: 'owner@example.com' })
const hangingRead: BackfillRouteOptions['readShop'] = (domain, { signal }) => hang(domain, signal)

beforeEach(useFakeClock)

async function runPage(
  options: Partial<BackfillRouteOptions>,
): Promise<BackfillPage & { readonly ms: number; readonly notBegun: string | null }> {
  // What an earlier page has left hanging would move the clock while this one's key is verified.
  vi.clearAllTimers()
  const startedAtMs = Date.now()
  const listShops = async () => shops
  const client = createFakeIdentify()
  const route = backfillRoute({ apiKey, appId, listShops, readShop: healthy, client, ...options })
  const headers = { Authorization: `Bearer ${apiKey}` }
  const response = await runToEnd(
    route(new Request('https://my-app.example', { method: 'POST', headers })),
    250,
  )
  const notBegun = response.headers.get('x-affiliate-backfill-not-begun')
  return { ...((await response.json()) as BackfillPage), ms: Date.now() - startedAtMs, notBegun }
}

/** What becomes of the first shop of a page when reading it throws. */
async function judge(thrown: unknown, options: Partial<BackfillRouteOptions> = {}) {
  const readShop = () => Promise.reject(thrown)
  const page = await runPage({ listShops: async () => shops.slice(0, 1), readShop, ...options })
  return page.skipped === 1 ? 'skipped' : page.failures[0]
}

const withCode = (code: number, details: object = {}) =>
  Object.assign(new Error('from the library'), { response: { code, ...details } })

class SessionNotFoundError extends Error {}

describe('time', () => {
  it('responds within 25 s where everything hangs, with fifty failures [4.4-4] [D40] [D87]', async () => {
    const slowRead = async () => {
      await new Promise((resolve) => setTimeout(resolve, 9900))
      return { accessToken }
    }
    for (const concurrency of [1, 10, 50]) {
      const page = await runPage({ readShop: slowRead, client: createFakeIdentify(hang), concurrency })
      expect(page.failures).toHaveLength(50)
      expect(page.processed).toBe(50)
      expect(page.ms).toBeLessThanOrEqual(25_000)
    }
  })

  it('sends every shop within 25 s where the ledger hangs [4.4-4] [D40]', async () => {
    const memory = createMemoryLedger()
    const silent = () => new Promise<never>(() => undefined)
    for (const ledger of [
      { ...memory, read: silent },
      { ...memory, replace: silent },
    ]) {
      const page = await runPage({ ledger })
      expect(page).toMatchObject({ sent: 50, failed: 0 })
      expect(page.ms).toBeLessThanOrEqual(25_000)
    }
  })

  it('counts the shops that it could not begin as failed at shop_read, before the others [D40]', async () => {
    const reads: string[] = []
    const readShop: BackfillRouteOptions['readShop'] = (domain, { signal }) => {
      reads.push(domain)
      return hang(domain, signal)
    }
    const page = await runPage({ readShop })
    expect(reads).toEqual(shops.slice(0, 20))
    const failures = shops.slice(20).map((domain) => ({ domain, stage: 'shop_read', status: null }))
    expect(page.failures.slice(0, 30)).toEqual(failures)
    expect(page.notBegun).toBe('30')
    expect(page.next).toContain('30 were not begun')
    expect(page.next).toContain(`&shops=${shops[20]},${shops[21]},`)
  })

  it('responds within 25 s also where listing is slow [D40]', async () => {
    const listShops = async () => {
      await new Promise((resolve) => setTimeout(resolve, 9900))
      return shops
    }
    const page = await runPage({ listShops, readShop: hangingRead })
    expect(page).toMatchObject({ failed: 50, notBegun: '40' })
    expect(page.ms).toBeLessThanOrEqual(25_000)
  })

  const take = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  /** An app whose shops take so long to be read, and so long to be identified; `cut` counts the calls that were ended. */
  const buildSlowApp = (readMs: number, identifyMs: number) => {
    let cut = 0
    const watch = (signal: AbortSignal | undefined) => signal?.addEventListener('abort', () => (cut += 1))
    const client = createFakeIdentify(async (_, signal) => {
      watch(signal)
      await take(identifyMs)
      return { ok: true }
    })
    const readShop: BackfillRouteOptions['readShop'] = async (_, { signal }) => {
      watch(signal)
      await take(readMs)
      return { accessToken }
    }
    return { options: { client, readShop }, cut: () => cut }
  }

  it.each([
    ['read and identified', 9900, 9900, 10],
    ['read', 9900, 0, 10],
    ['identified', 0, 9900, 20],
  ])(
    'gives every shop that it begins 10 s to be %s, and counts the others as not begun [4.4-4] [D266]',
    async (_, readMs, identifyMs, sent) => {
      const { options, cut } = buildSlowApp(readMs, identifyMs)
      const page = await runPage(options)
      expect(page).toMatchObject({ sent, failed: 50 - sent, notBegun: String(50 - sent) })
      expect(cut()).toBe(0)
      expect(page.ms).toBeLessThanOrEqual(25_000)
    },
  )

  it('works as long as pageTimeMs says: on every shop, or for a host that cuts requests early [D266]', async () => {
    const slow = buildSlowApp(9900, 9900)
    expect(await runPage({ ...slow.options, pageTimeMs: 120_000 })).toMatchObject({ sent: 50, failed: 0 })
    expect(slow.cut()).toBe(0)

    const short = await runPage({ readShop: hangingRead, pageTimeMs: 8000 })
    expect(short).toMatchObject({ failed: 50, notBegun: '30' })
    expect(short.ms).toBe(8000)
  })

  it.each([4999, 300_001, 5000.5, Number.NaN])('rejects a pageTimeMs of %s', (pageTimeMs) => {
    const options = { listShops: async () => [], readShop: healthy, pageTimeMs }
    expect(() => backfillRoute(options)).toThrow('pageTimeMs must be a whole number from 5000 to 300000.')
  })

  it('gives reading a shop 10 s, its refresh included [4.4-4] [8-backfill-timeout]', async () => {
    const page = await runPage({ readShop: () => new Promise(() => undefined), concurrency: 50 })
    expect(page).toMatchObject({ failed: 50, skipped: 0, notBegun: '0' })
    expect(page.failures[0]).toMatchObject({ stage: 'shop_read', status: null })
    expect(page.ms).toBeGreaterThanOrEqual(10_000)
    expect(page.ms).toBeLessThanOrEqual(11_000)
  })

  it.each([
    [1, 20_000, '48'],
    [25, 20_000, '0'],
    [50, 10_000, '0'],
  ])('works on %i shops at a time where it is told so', async (concurrency, ms, notBegun) => {
    const page = await runPage({ readShop: hangingRead, concurrency })
    expect(page.notBegun).toBe(notBegun)
    expect(page.ms).toBeGreaterThanOrEqual(ms)
    expect(page.ms).toBeLessThanOrEqual(ms + 1000)
  })

  it.each([0, 51, 1.5, Number.NaN])('rejects a concurrency of %s', (concurrency) => {
    const options = { listShops: async () => [], readShop: healthy, concurrency }
    expect(() => backfillRoute(options)).toThrow(RangeError)
  })

  it('gives listing 10 s', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    onTestFinished(() => void warned.mockRestore())
    const route = backfillRoute({
      apiKey,
      appId,
      listShops: () => new Promise(() => undefined),
      readShop: healthy,
    })
    const headers = { Authorization: `Bearer ${apiKey}` }
    const response = route(new Request('https://my-app.example', { method: 'POST', headers }))
    expect((await runToEnd(response)).status).toBe(503)
  })
})

describe('classes of a failed read', () => {
  it.each([401, 402, 404, 423])('skips a shop that is rejected with %s [D40]', async (status) => {
    expect(await judge(withCode(status))).toBe('skipped')
    expect(await judge(new Response(null, { status }))).toBe('skipped')
    expect(await judge(buildRejection(status, 'rejected'))).toBe('skipped')
  })

  it.each([400, 403, 430, 500, 502, 503])('fails a shop that is rejected with %s [D40]', async (status) => {
    expect(await judge(withCode(status))).toEqual({ domain: shops[0], stage: 'shop_read', status })
    expect(await judge(new Response(null, { status }))).toMatchObject({ status })
  })

  it('skips a shop without a stored session [D40]', async () => {
    expect(await judge(new SessionNotFoundError())).toBe('skipped')
  })

  it.each(['invalid_grant', 'invalid_subject_token'])(
    'skips a refresh rejected as %s [D40]',
    async (error) => {
      expect(await judge(withCode(400, { body: { error } }))).toBe('skipped')
      expect(await judge(withCode(503, { body: { error } }))).toMatchObject({ status: 503 })
    },
  )

  it('skips on a thrown Response 500 only by the option [D40]', async () => {
    const thrown = new Response(null, { status: 500 })
    expect(await judge(thrown, { rejectedRefreshMeansRevoked: true })).toBe('skipped')
    expect(await judge(withCode(500), { rejectedRefreshMeansRevoked: true })).toMatchObject({ status: 500 })
  })

  it.each([[new TypeError('fetch failed')], [undefined], ['text'], [{ response: null }], [{ status: 9000 }]])(
    'fails without a status for %s [D40]',
    async (thrown) => {
      expect(await judge(thrown)).toEqual({ domain: shops[0], stage: 'shop_read', status: null })
    },
  )
})

describe('classes of a failed identify call', () => {
  it.each([400, 404, 409, 500, 503])('fails a shop at identify with %s [D40]', async (status) => {
    const client = createFakeIdentify(() => Promise.reject(buildRejection(status, 'rejected')))
    const page = await runPage({ client, listShops: async () => shops.slice(0, 1) })
    expect(page.failures).toEqual([{ domain: shops[0], stage: 'identify', status }])
    expect(page.processed).toBe(1)
  })

  it('fails a shop whose response is not ok, or whose connection breaks [4.4-4]', async () => {
    for (const response of [() => ({ ok: false }), () => Promise.reject(new TypeError('fetch failed'))]) {
      const page = await runPage({
        client: createFakeIdentify(response),
        listShops: async () => shops.slice(0, 1),
      })
      expect(page.failures).toEqual([{ domain: shops[0], stage: 'identify', status: null }])
    }
  })

  it('sends a shop without a token with its contact alone', async () => {
    const client = createFakeIdentify()
    const readShop = async () => ({ accessToken: null, email: 'owner@example.com' })
    await runPage({ client, readShop, listShops: async () => shops.slice(0, 1) })
    expect(client.sent).toEqual([{ myshopifyDomain: shops[0], appId, email: 'owner@example.com' }])
  })
})

describe('what an app may hand over', () => {
  it('never takes what was read for a result, whatever fields it has', async () => {
    const readShop = async () => ({ accessToken, stage: 'shop_read', status: null, outcome: 'skipped' })
    const page = await runPage({ readShop })
    expect(page).toMatchObject({ sent: 50, failed: 0 })
    expect(JSON.stringify(page)).not.toContain(accessToken)
  })

  it('counts every entry of the list, also one that is no domain [D40]', async () => {
    const holes = shops.map((domain, index) =>
      index % 4 === 0 ? (index as unknown as string) : domain,
    ) as string[]
    expect(await runPage({ listShops: async () => holes })).toMatchObject({ processed: 50 })
  })

  it('fails a shop whose record, or whose error, throws when it is looked at [D40]', async () => {
    const hostile = new Proxy(new Error(), {
      get: () => {
        throw new Error('from a getter')
      },
    })
    expect(await judge(hostile)).toEqual({ domain: shops[0], stage: 'shop_read', status: null })
    const listShops = async () => shops.slice(0, 1)
    const failures = [{ domain: shops[0], stage: 'identify', status: null }]
    const record = {
      get email(): string {
        throw new Error('from a getter')
      },
    }
    expect(await runPage({ listShops, readShop: async () => record })).toMatchObject({ failures })
    const client = createFakeIdentify(() => Promise.reject(hostile))
    expect(await runPage({ listShops, client })).toMatchObject({ failures })
  })
})

describe('429', () => {
  it('pauses the page as asked instead of failing forty shops [D40]', async () => {
    let quota = 10
    const client = createFakeIdentify(() => {
      quota -= 1
      if (quota >= 0) return { ok: true }
      if (quota === -1) setTimeout(() => (quota = 50), 13_000)
      throw buildRejection(429, 'quota_exceeded', { retryAfterMs: 13_000 })
    })
    const page = await runPage({ client })
    expect(page).toMatchObject({ sent: 50, failed: 0 })
    expect(page.ms).toBeGreaterThanOrEqual(13_000)
    expect(client.sent.length).toBeLessThanOrEqual(60)
  })

  it('waits as long as a page may take, and then counts the shops as failed [D40]', async () => {
    const wait = (retryAfterMs: number) => {
      const reject = () => Promise.reject(buildRejection(429, 'quota_exceeded', { retryAfterMs }))
      return runPage({ client: createFakeIdentify(reject), listShops: async () => shops.slice(0, 5) })
    }
    const short = await wait(13_000)
    expect(short.failures).toHaveLength(5)
    expect(short.failures[0]).toMatchObject({ stage: 'identify', status: 429 })
    expect(short.ms).toBeGreaterThanOrEqual(13_000)
    expect(short.ms).toBeLessThanOrEqual(25_000)
    expect((await wait(14_000)).ms).toBeLessThanOrEqual(1000)
  })

  it('does not ask again at once where a 429 names no time', async () => {
    for (const retryAfterMs of [undefined, 0, -1, Number.NaN, '5']) {
      const rejection = buildRejection(429, 'quota_exceeded', { retryAfterMs })
      const client = createFakeIdentify(() => Promise.reject(rejection))
      const page = await runPage({ client, listShops: async () => shops.slice(0, 1) })
      expect(page.ms).toBeGreaterThanOrEqual(13_000)
      expect(client.sent.length).toBeLessThanOrEqual(14)
    }
  })

  it.each([
    ['a throttled client', 3000, withCode(429, { retryAfter: 3 })],
    ['a thrown Response', 3000, new Response(null, { status: 429, headers: { 'Retry-After': '3' } })],
    [
      'a throttled query',
      1000,
      Object.assign(new Error(), {
        body: { errors: { graphQLErrors: [{ extensions: { code: 'THROTTLED' } }] } },
      }),
    ],
  ])('reads a shop again after the time that %s asks for [D40]', async (_, ms, thrown) => {
    const rejections = [thrown]
    const readShop = async () => {
      const rejection = rejections.shift()
      if (rejection) throw rejection
      return { accessToken }
    }
    const page = await runPage({ readShop, listShops: async () => shops.slice(0, 1) })
    expect(page).toMatchObject({ sent: 1 })
    expect(page.ms).toBeGreaterThanOrEqual(ms)
  })

  it('fails a shop that stays throttled [D40]', async () => {
    expect(await judge(withCode(429, { retryAfter: 2 }))).toEqual({
      domain: shops[0],
      stage: 'shop_read',
      status: 429,
    })
  })
})

describe('a page where every shop is rejected the same way', () => {
  it('stops early at a wrong key, fails the rest the same, and says why [D40]', async () => {
    const client = createFakeIdentify(() => Promise.reject(buildRejection(401, 'invalid_credential')))
    const page = await runPage({ client })
    expect(client.sent.length).toBeLessThan(50)
    expect(page).toMatchObject({ processed: 50, failed: 50, retryOffset: 0, done: false })
    expect(new Set(page.failures.map(({ domain }) => domain)).size).toBe(50)
    expect(page.failures.at(-1)).toMatchObject({ stage: 'identify', status: 401 })
    expect(page.next).toContain('does not accept the workspace API key')
  })

  it('stops early at an allowlist [D40]', async () => {
    let reads = 0
    const readShop = () => {
      reads += 1
      return Promise.reject(withCode(403))
    }
    const page = await runPage({ readShop })
    expect(reads).toBeLessThan(50)
    expect(page).toMatchObject({ failed: 50, next: expect.stringContaining('IP allowlist') })
  })

  it('goes on where one shop was sent, or where they fail by another cause [D40]', async () => {
    let reads = 0
    const mostlyForbidden = async () => {
      reads += 1
      if (reads > 1) throw withCode(403)
      return { accessToken }
    }
    expect(await runPage({ readShop: mostlyForbidden })).toMatchObject({ sent: 1, failed: 49 })
    expect(reads).toBe(50)
    const client = createFakeIdentify(() => Promise.reject(buildRejection(503, 'unavailable')))
    await runPage({ client })
    expect(client.sent).toHaveLength(50)
  })

  it('goes on where shops are rejected the same, but not at the same stage [D40]', async () => {
    const client = createFakeIdentify(() => Promise.reject(buildRejection(403, 'access_denied')))
    const readShop = async (domain: string) => {
      if (shops.indexOf(domain) % 2 === 0) throw withCode(403)
      return { accessToken }
    }
    await runPage({ client, readShop })
    expect(client.sent).toHaveLength(25)
  })
})

describe('reading through an Admin client', () => {
  const session = { shop: shops[0] ?? '', accessToken }
  const response = { data: { shop: { myshopifyDomain: shops[0], email: 'owner@example.com' } } }
  const listShops = async () => shops.slice(0, 1)

  it('asks for nothing any more once the time of the shop is over [4.4-4]', async () => {
    const query = vi.fn(async () => response)
    const graphql = vi.fn(async () => Response.json(response))
    const refreshSlowly = () => new Promise((resolve) => setTimeout(resolve, 10_001))
    const loadSession = () => refreshSlowly().then(() => session)
    const admin = () => refreshSlowly().then(() => ({ admin: { graphql }, session }))
    const readers = [
      readShopWithSessions({ loadSession, query }),
      readShopWithAdmin({ unauthenticated: { admin } }),
    ]
    for (const readShop of readers) {
      const page = await runPage({ listShops, readShop })
      expect(page.failures).toEqual([{ domain: shops[0], stage: 'shop_read', status: null }])
      await vi.advanceTimersByTimeAsync(10_001)
    }
    expect(query).not.toHaveBeenCalled()
    expect(graphql).not.toHaveBeenCalled()
  })

  it('takes a client of 2023, which knows no signal, and ends its time too [4.4-4] [D276]', async () => {
    interface QueryOptions {
      variables?: Record<string, unknown>
      apiVersion?: string
      headers?: Record<string, unknown>
      tries?: number
    }
    const graphql = vi.fn((_query: string, _options?: QueryOptions) => new Promise<Response>(() => undefined))
    const admin = async () => ({ admin: { graphql }, session })
    const page = await runPage({ listShops, readShop: readShopWithAdmin({ unauthenticated: { admin } }) })
    expect(page.failures).toEqual([{ domain: shops[0], stage: 'shop_read', status: null }])
    expect(graphql).toHaveBeenCalledOnce()
  })

  it('fails a shop that gets the contact of another', async () => {
    const loadSession = async () => session
    const read = (myshopifyDomain: string | undefined) => {
      const query = async () => ({ data: { shop: { ...response.data.shop, myshopifyDomain } } })
      return runPage({ listShops, readShop: readShopWithSessions({ loadSession, query }) })
    }
    expect(await read(shops[0])).toMatchObject({ sent: 1 })
    expect(await read(shops[1])).toMatchObject({ sent: 0, failed: 1 })
    expect(await read(undefined)).toMatchObject({ sent: 0, failed: 1 })
  })
})
