import { getEventListeners } from 'node:events'
import { AffiliateClient } from '@affiliate-platform/sdk'
import {
  buildPayout,
  buildTermsRules,
  createFakeService,
  createFakeTime,
  fakeApiKeys,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { errorOf } from '../error-of.ts'
import {
  type HostileResponse,
  hostileRequestId,
  json,
  noResponse,
  stalledBody,
  startHostileServer,
} from './hostile-server.ts'

const reason = new Error('the user left')

describe('abort', () => {
  test('before the call sends nothing', async () => {
    const service = createFakeService()
    const affiliate = new AffiliateClient(service.affiliateOptions)

    const error = await errorOf(affiliate.payouts.listPage({}, { signal: AbortSignal.abort(reason) }))

    expect(error).toMatchObject({ name: 'AbortedError', code: 'aborted', attempts: 0, cause: reason })
    expect(service.requests).toEqual([])
  })

  const phases: readonly (readonly [phase: string, response: HostileResponse])[] = [
    ['in flight', noResponse],
    ['in the body of a success', stalledBody(200)],
    ['in the body of a rejection', stalledBody(503)],
  ]
  test.each(phases)('%s ends the call at once, with its reason', async (_, response) => {
    await using server = await startHostileServer([response])
    const { baseUrl } = server
    // Without retries, so that no wait between attempts could find the signal aborted.
    const affiliate = new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate, retries: 0 })
    const controller = new AbortController()
    const call = errorOf(
      affiliate.memberships.saveTerms(fakeIds.membershipId, { rules: buildTermsRules() }, controller),
    )
    await expect.poll(() => server.requests).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 20))

    const abortedMs = performance.now()
    controller.abort(reason)
    const error = await call

    // The promise is 20 ms; the rest is for a busy machine.
    expect(performance.now() - abortedMs).toBeLessThan(200)
    expect(error).toMatchObject({ name: 'AbortedError', attempts: 1, cause: reason })
    expect(error).toHaveProperty('idempotencyKey', server.requests[0]?.headers['idempotency-key'])
  })

  test.each([['text'], [null], [{ code: 7 }], [undefined]])(
    'with the reason %j gives that very reason as the cause',
    async (given) => {
      await using server = await startHostileServer([noResponse])
      const { baseUrl } = server
      const affiliate = new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate })
      const controller = new AbortController()
      const call = errorOf(affiliate.payouts.listPage({}, controller))
      await expect.poll(() => server.requests).toHaveLength(1)
      controller.abort(given)

      // The host makes a reason of its own where none is given.
      expect(await call).toMatchObject({ name: 'AbortedError', cause: controller.signal.reason })
      expect(controller.signal.reason).toSatisfy((cause) => cause === given || given === undefined)
    },
  )

  test('right after the call sends nothing, also on a host that has replaced fetch', async () => {
    await using server = await startHostileServer([noResponse])
    // As an older polyfill is: the client then sends by Node itself.
    vi.stubGlobal('Response', class {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const { baseUrl } = server
    const affiliate = new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate, timeoutMs: 2000 })
    const controller = new AbortController()
    const call = errorOf(affiliate.payouts.listPage({}, { signal: controller.signal, retries: 0 }))
    controller.abort(reason)

    expect(await call).toMatchObject({ name: 'AbortedError', cause: reason })
    expect(server.requests).toEqual([])
  })

  test('in back-off ends the call at once', async () => {
    const service = createFakeService()
    service.script('listPayouts', responses.quotaExceeded(20))
    const controller = new AbortController()
    const affiliate = new AffiliateClient({
      ...service.affiliateOptions,
      observer: ({ type }) => type === 'wait' && controller.abort(reason),
    })

    const error = await errorOf(affiliate.payouts.listPage({}, controller))

    expect(error).toMatchObject({ name: 'AbortedError', attempts: 1, cause: reason, status: 429 })
    expect(service.requests).toHaveLength(1)
  })

  test('between pages sends no further request', async () => {
    const service = createFakeService({ payouts: [1, 2, 3].map((number) => buildPayout(number)) })
    const controller = new AbortController()
    const affiliate = new AffiliateClient(service.affiliateOptions)
    const walk = async () => {
      for await (const _ of affiliate.payouts.list({ limit: 1 }, controller)) controller.abort(reason)
    }

    const error = await errorOf(walk())

    expect(error).toMatchObject({ name: 'AbortedError', attempts: 0, cause: reason })
    expect(service.requests).toHaveLength(1)
  })

  test('leaves no listener on a signal that is shared by many calls', async () => {
    const service = createFakeService({ quotaRequestsMax: 10_000 })
    const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, createFakeTime()))
    const { signal } = new AbortController()

    for (let round = 0; round < 20; round += 1) {
      service.script('listPayouts', ...Array.from({ length: 15 }, () => responses.status(503)))
      await Promise.all(Array.from({ length: 50 }, () => affiliate.payouts.listPage({}, { signal })))
    }

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('budget', () => {
  test('a back-off that does not fit the total time ends the call with its cause, without waiting', async () => {
    const service = createFakeService()
    service.script('listPayouts', responses.html(503), responses.html(503))
    const time = createFakeTime()
    const options = { ...service.affiliateOptions, totalTimeoutMs: 600 }
    const affiliate = new AffiliateClient(withFakeTime(options, time))

    const error = await errorOf(affiliate.payouts.listPage())

    expect(error).toMatchObject({ name: 'ServerError', status: 503, attempts: 2 })
    expect(time.waitsMs).toEqual([375])
  })

  test('a last attempt that the total time cuts off does not hide the failure before it', async () => {
    await using server = await startHostileServer([json(503, { code: 'unavailable' }), noResponse])
    const { baseUrl } = server
    const affiliate = new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate, totalTimeoutMs: 1500 })

    const error = await errorOf(affiliate.payouts.listPage())

    expect(error).toMatchObject({ name: 'ServerError', code: 'unavailable', attempts: 2 })
    expect(error).toHaveProperty('requestId', hostileRequestId)
    expect(server.requests).toHaveLength(2)
  })
})
