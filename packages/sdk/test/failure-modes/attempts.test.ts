import { AffiliateClient, type ClientOptions, isAffiliateError } from '@affiliate-platform/sdk'
import {
  createFakeService,
  createFakeTime,
  fakeApiKeys,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collect } from '../collect.ts'
import { errorOf } from '../error-of.ts'
import { noResponse, startHostileServer } from './hostile-server.ts'

const options = { baseUrl: 'https://affiliates.test', apiKey: fakeApiKeys.affiliate }

function startFake(changes: ClientOptions = {}) {
  const time = createFakeTime()
  const service = createFakeService({ time })
  return {
    service,
    affiliate: new AffiliateClient(withFakeTime({ ...service.affiliateOptions, ...changes }, time)),
  }
}

test.each([0, 2])('a failure after %i retries shows the line that made the call [D182]', async (retries) => {
  const { affiliate, service } = startFake({ retries })
  service.script('listPayouts', ...Array.from({ length: 3 }, () => responses.status(503)))

  const error = await errorOf(theLineOfTheCaller(affiliate))

  expect(error).toMatchObject({ kind: 'server', attempts: retries + 1 })
  expect(isAffiliateError(error) && error.stack).toContain('theLineOfTheCaller')
})

async function theLineOfTheCaller(affiliate: AffiliateClient): Promise<unknown> {
  return await affiliate.payouts.listPage()
}

test('a fetch that never ends and ignores its signal costs the time of each attempt, and no more [D182]', async () => {
  const affiliate = new AffiliateClient({
    ...options,
    fetch: () => new Promise(() => undefined),
    timeoutMs: 20,
    totalTimeoutMs: 20_000,
    retries: 1,
  })

  const error = await errorOf(affiliate.payouts.listPage())

  expect(error).toMatchObject({ kind: 'timeout', code: 'attempt_timeout', attempts: 2 })
})

test('a page of a walk keeps to its total time, however long it may wait for the quota [D182]', async () => {
  await using server = await startHostileServer([noResponse])
  const affiliate = new AffiliateClient({ ...options, baseUrl: server.baseUrl, totalTimeoutMs: 50 })
  const startedMs = performance.now()

  const error = await errorOf(collect(affiliate.payouts.list({}, { pageWaitMs: 60_000 })))

  expect(error).toMatchObject({ kind: 'timeout', code: 'total_timeout', attempts: 1 })
  // The time of one attempt is 10 s.
  expect(performance.now() - startedMs).toBeLessThan(5000)
})

test('waiting for the quota gives back no retry that was spent before [D182]', async () => {
  const { affiliate, service } = startFake({ retries: 1 })
  const unavailable = responses.status(503)
  service.script('listPayouts', unavailable, responses.quotaExceeded(7), unavailable, unavailable)

  const error = await errorOf(collect(affiliate.payouts.list()))

  expect(error).toMatchObject({ kind: 'server', status: 503, attempts: 3 })
})

test('a total time that is over before the first request is a timeout [D182]', async () => {
  const { affiliate } = startFake()

  const error = await errorOf(affiliate.payouts.listPage({}, { totalTimeoutMs: 1e-9 }))

  expect(error).toMatchObject({ kind: 'timeout', code: 'total_timeout', operation: 'listPayouts' })
})

test('a host without a Request of its own is told as one whose fetch is faulty [D182]', async () => {
  vi.stubGlobal('Request', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())

  const error = await errorOf(new AffiliateClient({ ...options, fetch }).payouts.listPage())

  expect(error).toMatchObject({ kind: 'configuration', code: 'faulty_fetch', attempts: 0 })
})

test('a function that gives no key in time is not asked again [D103, D182]', async () => {
  const apiKey = vi.fn(() => new Promise<string>(() => undefined))

  const error = await errorOf(new AffiliateClient({ ...options, apiKey, timeoutMs: 20 }).payouts.listPage())

  expect(error).toMatchObject({ kind: 'timeout', attempts: 0 })
  expect(apiKey).toHaveBeenCalledOnce()
})
