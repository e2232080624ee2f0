import type { BackfillPage, BackfillResult, BackfillRouteOptions } from '@affiliate-platform/shopify-recipes'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { entries } from './support/entries.ts'
import { createFakeIdentify } from './support/fake-identify.ts'
import { accessToken, apiKey, appId } from './support/fixtures.ts'

const authorization = { Authorization: `Bearer ${apiKey}` }
const toDomain = (index: number) => `shop-${String(index).padStart(4, '0')}.myshopify.com`

function buildShops(count: number): string[] {
  return Array.from({ length: count }, (_, index) => toDomain(index))
}

describe.each(entries)('backfill route in $name', (entry) => {
  async function mount(count = 3, options: Partial<BackfillRouteOptions> = {}) {
    const client = createFakeIdentify()
    const shops = buildShops(count)
    const listShops = vi.fn<BackfillRouteOptions['listShops']>(async ({ offset, limit }) =>
      shops.slice(offset, offset + limit),
    )
    const readShop = async () => ({ accessToken, email: 'owner@example.com', phone: '+1 555 0100' })
    const send = await entry.backfillRoute({ client, apiKey, appId, listShops, readShop, ...options })
    const post = (query = '', headers: Record<string, string> = authorization) =>
      send(new Request(`https://my-app.example/backfill${query}`, { method: 'POST', headers }))
    const run = async (query?: string) => (await (await post(query)).json()) as BackfillPage
    return { send, post, run, listShops, sent: client.sent }
  }

  it('sends domain, contact and token of each shop of the page, no phone [4.3-backfill] [4.4-4]', async () => {
    const { run, sent } = await mount(2)
    await run()
    const variant = { accessToken, appId, email: 'owner@example.com' }
    expect(sent).toEqual([
      { myshopifyDomain: toDomain(0), ...variant },
      { myshopifyDomain: toDomain(1), ...variant },
    ])
  })

  it('responds with exactly the fields of the interface [4.4-5]', async () => {
    const { post } = await mount(3)
    const response = await post()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      processed: 3,
      offset: 0,
      sent: 3,
      skipped: 0,
      failed: 0,
      failures: [],
      nextOffset: null,
      paginationComplete: true,
      done: true,
      retryOffset: null,
      next: expect.stringContaining('delete this route'),
    })
  })

  it('goes on while pages are full, and ends with one that is not [4.4-5] [8-backfill-page]', async () => {
    const { run, listShops } = await mount(101)
    expect(await run()).toMatchObject({
      processed: 50,
      nextOffset: 50,
      paginationComplete: false,
      done: false,
    })
    expect(await run('?offset=50')).toMatchObject({ processed: 50, offset: 50, nextOffset: 100 })
    expect(await run('?offset=100')).toMatchObject({ processed: 1, nextOffset: null, done: true })
    expect(listShops).toHaveBeenLastCalledWith({ offset: 100, limit: 50, signal: expect.any(AbortSignal) })
  })

  it('takes 50 shops of a list that is longer than asked for [8-backfill-page]', async () => {
    const { run, sent } = await mount(0, { listShops: async () => buildShops(60) })
    expect(await run()).toMatchObject({ processed: 50, nextOffset: 50 })
    expect(sent).toHaveLength(50)
  })

  it('ends with an empty page where the last one was full [4.4-5]', async () => {
    const { run } = await mount(50)
    expect(await run()).toMatchObject({ processed: 50, nextOffset: 50, done: false })
    expect(await run('?offset=50')).toMatchObject({ processed: 0, nextOffset: null, done: true })
  })

  it.each<[string, string, Record<string, string>]>([
    ['no key', '', {}],
    ['a wrong key', '', { Authorization: `Bearer ${apiKey}x` }],
    ['the start of the key', '', { Authorization: `Bearer ${apiKey.slice(0, -1)}` }],
    ['another scheme', '', { Authorization: `Basic ${apiKey}` }],
    ['an empty bearer', '', { Authorization: 'Bearer ' }],
    ['the key in the query string alone', `?key=${apiKey}`, {}],
    ['the key in the query string too', `?offset=0&x=${apiKey}`, authorization],
    ['the key as the name of a parameter', `?${apiKey}`, authorization],
    ['a parameter for a key', '?api_key=', authorization],
    ['a parameter for a token', '?accessToken=x', authorization],
  ])('rejects %s with 401 and reads nothing [4.4-4] [D41]', async (_, query, headers) => {
    const { post, listShops } = await mount()
    const response = await post(query, headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(listShops).not.toHaveBeenCalled()
  })

  it.each(['-50', '49', '51', '1e2', 'x', '', '0x32', '50.0', '9999999950'])(
    'rejects the offset "%s", which starts no page',
    async (offset) => {
      const { post, listShops } = await mount()
      expect((await post(`?offset=${offset}`)).status).toBe(400)
      expect(listShops).not.toHaveBeenCalled()
    },
  )

  it('rejects another method with 405', async () => {
    const { send } = await mount()
    const request = new Request('https://my-app.example/backfill', { headers: authorization })
    expect((await send(request)).status).toBe(405)
  })

  it('responds with 500 without a key of its own, or with a placeholder', async () => {
    for (const placeholder of [undefined, '', 'YOUR_API_KEY']) {
      const { post } = await mount(1, { apiKey: placeholder })
      expect((await post('', { Authorization: `Bearer ${placeholder ?? ''}` })).status).toBe(500)
    }
  })

  it.each([
    [
      'rejects',
      () => Promise.reject(Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' })),
      '(SQLITE_ERROR): no such table',
    ],
    [
      'lists nothing',
      (async () => undefined) as unknown as BackfillRouteOptions['listShops'],
      '(unexpected): (intermediate value) is not iterable',
    ],
    ['throws nothing', () => Promise.reject(undefined), '(unexpected): undefined'],
    [
      'quotes credentials',
      () =>
        Promise.reject(
          new Error(`connect
            postgres://app:hunter2@db/x password=hunter2 DB_PASSWORD=hunter2 client_secret: 'hunter2' "apiKey": "hunter2" ${accessToken} ${apiKey}`),
        ),
      '(unexpected): connect postgres://…@db/x password=… DB_PASSWORD=… client_secret: … "apiKey": … … …',
    ],
  ])(
    'responds with 503 where listShops %s, and tells the owner alone why [4.4-4]',
    async (_, listShops, why) => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
      onTestFinished(() => void warned.mockRestore())
      const { post } = await mount(1, { listShops })
      await post()
      const response = await post('?offset=50')
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({ code: 'shops_not_listed' })
      expect(warned).toHaveBeenCalledOnce()
      expect(warned.mock.calls[0]?.[0]).toBe(`The shops of a page were not listed ${why}`)
    },
  )

  it('runs the named shops alone, listed on this page or not, and each once [4.4-5] [D40]', async () => {
    const { run, sent } = await mount(120)
    const page = await run(`?offset=50&shops=${[toDomain(7), toDomain(60), toDomain(7)]}`)
    expect(page).toMatchObject({ processed: 2, offset: 50, sent: 2, nextOffset: 100 })
    expect(sent.map(({ myshopifyDomain }) => myshopifyDomain)).toEqual([toDomain(7), toDomain(60)])
  })

  it.each(['', 'x', 'https://a.myshopify.com', `${toDomain(1)},`, buildShops(51).join(',')])(
    'rejects the shops "%.20s" with 400',
    async (shops) => {
      const { post, listShops } = await mount()
      const response = await post(`?shops=${shops}`)
      expect([response.status, await response.json()]).toEqual([400, { code: 'invalid_shops' }])
      expect(listShops).not.toHaveBeenCalled()
    },
  )

  it('sends a shop once that is listed twice [4.4-4]', async () => {
    const { run, sent } = await mount(0, { listShops: async () => [toDomain(1), toDomain(2), toDomain(1)] })
    expect(await run()).toMatchObject({ processed: 2, sent: 2 })
    expect(sent).toHaveLength(2)
  })

  it('says that done speaks of the last page alone [4.4-6]', async () => {
    const { run } = await mount(51, {
      readShop: async (domain) => {
        if (domain === toDomain(7)) throw new Response(null, { status: 502 })
        return { accessToken }
      },
    })
    expect((await run()).next).toContain(`?offset=0&shops=${toDomain(7)}`)
    const last = await run('?offset=50')
    expect(last).toMatchObject({ done: true, next: expect.stringContaining('earlier pages may have had') })
  })

  it('responds to a page with failures with 200, and where to repeat [4.4-5] [D40]', async () => {
    const readShop = async (domain: string) => {
      if (domain === toDomain(1)) throw new Response(null, { status: 500 })
      return domain === toDomain(2) ? undefined : { accessToken }
    }
    const { post } = await mount(3, { readShop })
    const response = await post()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      processed: 3,
      sent: 1,
      skipped: 1,
      failed: 1,
      failures: [{ domain: toDomain(1), stage: 'shop_read', status: 500 }],
      paginationComplete: true,
      done: false,
      retryOffset: 0,
      next: expect.stringContaining('repeat offset 0'),
    })
  })

  it('tells the app what became of each shop, skipped ones by name [D40]', async () => {
    const results: BackfillResult[] = []
    const readShop = async (domain: string) => {
      if (domain === toDomain(2)) throw new Response(null, { status: 403 })
      return domain === toDomain(1) ? undefined : { accessToken }
    }
    const { run } = await mount(3, { readShop, onResult: (result) => void results.push(result) })
    await run()
    expect(results.toSorted((a, b) => a.domain.localeCompare(b.domain))).toEqual([
      { outcome: 'sent', domain: toDomain(0), isDryRun: false },
      { outcome: 'skipped', domain: toDomain(1), isDryRun: false },
      { outcome: 'failed', domain: toDomain(2), stage: 'shop_read', status: 403, isDryRun: false },
    ])
    results.length = 0
    await run('?dryRun=1')
    expect(results.map(({ isDryRun }) => isDryRun)).toEqual([true, true, true])
  })

  it('does not fail over an app that throws when it is told', async () => {
    const onResult = () => Promise.reject(new Error('from the app'))
    const { run } = await mount(3, { onResult })
    expect(await run()).toMatchObject({ sent: 3, done: true })
  })

  it('reads and sends nothing in a dry run', async () => {
    const { run, sent } = await mount(2)
    expect(await run('?dryRun=1')).toMatchObject({
      sent: 2,
      done: true,
      next: expect.stringContaining('Dry run'),
    })
    expect(sent).toEqual([])
  })
})
