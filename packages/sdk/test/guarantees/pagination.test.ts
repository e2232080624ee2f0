import { AffiliateClient, callDetails, type PayoutStatus } from '@affiliate-platform/sdk'
import {
  buildPayout,
  createFakeService,
  createFakeTime,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.ts'

const buildPayouts = (count: number) => Array.from({ length: count }, (_, index) => buildPayout(index + 1))

describe('a walk over all payouts', () => {
  test('reads 10,000 rows behind the quota of 120 a minute without a 429: none lost, none doubled [D29, D50, D103]', async () => {
    const time = createFakeTime()
    const startMs = time.nowMs()
    const payouts = buildPayouts(10_000)
    const service = createFakeService({ payouts, time })
    const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, time))

    const ids: string[] = []
    for await (const { id } of affiliate.payouts.list()) ids.push(id)

    const newestFirst = payouts.map(({ payout }) => payout.id).reverse()
    expect(ids).toEqual(newestFirst)
    expect(service.requests).toHaveLength(200)
    expect(time.waitsMs).toEqual([60_000])
    expect(time.nowMs() - startMs).toBe(60_000)
  })

  test('goes on after an empty page that has a cursor [2.5-nextCursor]', async () => {
    const service = createFakeService({ payouts: buildPayouts(3) })
    service.script(
      'listPayouts',
      responses.changed((page) => ({ ...page, items: [] })),
    )
    const affiliate = new AffiliateClient(service.affiliateOptions)

    const rows = await collect(affiliate.payouts.list({ limit: 2 }))

    expect(rows.map(({ id }) => id)).toEqual([buildPayout(1).payout.id])
  })

  test('sends nothing before it starts and nothing after it is left', async () => {
    const service = createFakeService({ payouts: buildPayouts(9) })
    const list = new AffiliateClient(service.affiliateOptions).payouts.list({ limit: 3 })
    expect(service.requests).toHaveLength(0)

    for await (const _ of list) break

    expect(service.requests).toHaveLength(1)
  })

  test('goes on from a cursor [4.2-cursor]', async () => {
    const { payouts } = new AffiliateClient(createFakeService({ payouts: buildPayouts(5) }).affiliateOptions)
    const first = await payouts.listPage({ limit: 2 })

    const rest = await collect(payouts.list({ limit: 2, cursor: first.nextCursor ?? '' }))

    expect([...first.items, ...rest]).toHaveLength(5)
    expect(new Set([...first.items, ...rest].map(({ id }) => id)).size).toBe(5)
  })

  test('keeps its filters when the caller changes them, and starts anew each time [4.2-2]', async () => {
    const service = createFakeService({ payouts: buildPayouts(4) })
    const filters = { limit: 2, from: new Date(0), status: 'unreported' as PayoutStatus }
    const list = new AffiliateClient(service.affiliateOptions).payouts.list(filters)
    filters.status = 'confirmed'
    filters.from.setTime(Date.UTC(2030, 0))

    const pages = await collect(list.pages())

    expect(pages.map(({ items }) => items.length)).toEqual([2, 2])
    expect(await collect(list)).toHaveLength(4)
    expect(callDetails(pages[1] ?? {})).toMatchObject({ attempts: 1, status: 200 })
  })

  test('gives parallel calls of next different rows', async () => {
    const service = createFakeService({ payouts: buildPayouts(4) })
    const rows = new AffiliateClient(service.affiliateOptions).payouts
      .list({ limit: 2 })
      [Symbol.asyncIterator]()

    const results = await Promise.all([rows.next(), rows.next(), rows.next(), rows.next(), rows.next()])

    expect(new Set(results.map(({ value }) => value?.id)).size).toBe(5)
    expect(results.map(({ done }) => done)).toEqual([false, false, false, false, true])
    expect(service.requests).toHaveLength(2)
  })

  test.each([
    [90_000, 'success'],
    [89_999, 'RateLimitError'],
  ])('waits %i ms at most before one page: %s', async (pageWaitMs, ending) => {
    const time = createFakeTime()
    const service = createFakeService()
    service.script('listPayouts', responses.quotaExceeded(45), responses.quotaExceeded(45))
    const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, time))

    const walk = collect(affiliate.payouts.list({}, { pageWaitMs }))

    expect(
      await walk.then(
        () => 'success',
        ({ name }) => name,
      ),
    ).toBe(ending)
  })

  test('does not spend retries or the time of a page on waiting for the quota', async () => {
    const time = createFakeTime()
    const service = createFakeService()
    const limited = responses.quotaExceeded(40)
    service.script('listPayouts', limited, responses.status(503), limited, responses.status(503))
    const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, time))

    expect(await collect(affiliate.payouts.list())).toHaveLength(3)
    expect(time.waitsMs).toEqual([40_000, 375, 40_000, 750])
  })
})
