import { AffiliateClient, callDetails, type ObserverEvent } from '@affiliate-platform/sdk'
import {
  buildPayout,
  buildTermsRules,
  createFakeService,
  createFakeTime,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.ts'
import { errorOf } from '../error-of.ts'

function start(quotaRequestsMax: number) {
  const time = createFakeTime()
  const payouts = Array.from({ length: 6 }, (_, index) => buildPayout(index + 1))
  const service = createFakeService({ payouts, time, quotaRequestsMax })
  const events: ObserverEvent[] = []
  const observer = (event: ObserverEvent) => void events.push(event)
  const affiliate = new AffiliateClient(withFakeTime({ ...service.affiliateOptions, observer }, time))
  return { time, service, events, affiliate }
}

describe('the quota', () => {
  test('is told of a response, an error and an attempt [D29, D103]', async () => {
    const { affiliate, events } = start(1)

    const page = await affiliate.payouts.listPage()
    const error = await errorOf(affiliate.payouts.listPage({}, { totalTimeoutMs: 10 }))

    const rateLimit = { limit: 1, remaining: 0, resetMs: 60_000 }
    expect(callDetails(page)).toMatchObject({ status: 200, rateLimit })
    expect(callDetails(page)?.headers.get('ratelimit')).toBe('"credential";r=0;t=60')
    expect(error).toMatchObject({ kind: 'rate_limit', rateLimit })
    expect(events).toContainEqual(expect.objectContaining({ type: 'attempt', rateLimit }))
  })

  test('is waited for while iterating, without a rejected request [D103]', async () => {
    const { affiliate, events, time } = start(2)

    expect(await collect(affiliate.payouts.list({ limit: 1 }))).toHaveLength(6)

    expect(events.flatMap((event) => (event.type === 'attempt' ? [event.status] : []))).toEqual(
      Array.from({ length: 6 }, () => 200),
    )
    expect(time.waitsMs).toEqual([60_000, 60_000])
    expect(events).toContainEqual({ type: 'wait', operation: 'listPayouts', delayMs: 60_000 })
  })

  test('that other calls of the client used up is waited for too [D103]', async () => {
    const { affiliate, time } = start(1)
    await affiliate.memberships.saveTerms(fakeIds.membershipId, { rules: buildTermsRules() })
    time.advance(20_000)

    const [first] = await affiliate.payouts.list().toArray({ limit: 1 })

    expect(first?.id).toBe(buildPayout(6).payout.id)
    expect(time.waitsMs).toEqual([40_000])
  })

  test('is not waited for by one page, nor longer than pageWaitMs [D103]', async () => {
    const { affiliate, time } = start(1)
    await affiliate.payouts.listPage()

    const page = await errorOf(affiliate.payouts.listPage({}, { totalTimeoutMs: 1000 }))
    const list = affiliate.payouts.list({}, { pageWaitMs: 59_999, totalTimeoutMs: 1000 })

    expect(page).toMatchObject({ kind: 'rate_limit' })
    expect(await errorOf(collect(list))).toMatchObject({ kind: 'rate_limit', retryAfterMs: 60_000 })
    expect(time.waitsMs).toEqual([])
  })

  test('ends its wait when the caller aborts [D103]', async () => {
    const { affiliate } = start(1)
    await affiliate.payouts.listPage()
    const signal = AbortSignal.abort('left')

    expect(await errorOf(collect(affiliate.payouts.list({}, { signal })))).toMatchObject({
      kind: 'aborted',
      attempts: 0,
      cause: 'left',
    })
  })

  test('that a service does not tell is met by a 429, as before [D103]', async () => {
    const { affiliate, service, time } = start(100)
    service.script('listPayouts', responses.quotaExceeded(7))

    expect(await collect(affiliate.payouts.list())).toHaveLength(6)
    expect(time.waitsMs).toEqual([7000])
  })
})

describe('toArray', () => {
  test('reads as many rows as asked, and no page more', async () => {
    const { affiliate, service } = start(100)
    const list = affiliate.payouts.list({ limit: 2 })

    expect(await list.toArray({ limit: 3 })).toHaveLength(3)
    expect(service.requests).toHaveLength(2)
    expect(await list.toArray({ limit: 4 })).toHaveLength(4)
    expect(service.requests).toHaveLength(4)
    expect(await list.toArray({ limit: Number.POSITIVE_INFINITY })).toHaveLength(6)
  })

  test.each([0, -1, Number.NaN])('rejects the limit %d before the network', async (limit) => {
    const { affiliate, service } = start(100)

    expect(await errorOf(affiliate.payouts.list().toArray({ limit }))).toMatchObject({
      code: 'invalid_option',
    })
    expect(service.requests).toEqual([])
  })
})
