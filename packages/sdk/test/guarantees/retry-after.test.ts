import { AffiliateClient } from '@affiliate-platform/sdk'
import { createFakeService, createFakeTime, responses, withFakeTime } from '@affiliate-platform/sdk/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('waiting', () => {
  test('is never shorter than the service asks, and never longer than the total time [7-429]', async () => {
    const schedules = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })

    await fc.assert(
      fc.asyncProperty(schedules, fc.boolean(), async (askedS, isDate) => {
        const time = createFakeTime()
        const startMs = time.nowMs()
        const service = createFakeService({ time })
        const options = { ...service.affiliateOptions, retries: 4 }
        const affiliate = new AffiliateClient(withFakeTime(options, time))
        service.script(
          'listPayouts',
          ...askedS.map((seconds) => {
            const date = () => new Date(Math.ceil(time.nowMs() / 1000 + seconds) * 1000)
            return isDate
              ? (context: Context) => responses.quotaExceeded(date())(context)
              : responses.quotaExceeded(seconds)
          }),
        )

        const ending = await affiliate.payouts.listPage().then(
          () => 'success',
          (error) => error,
        )

        const fitting = askedS.filter((_, index) => sum(askedS.slice(0, index + 1)) < 30)
        expect(time.waitsMs.slice(0, fitting.length)).toEqual(fitting.map((seconds) => seconds * 1000))
        expect(time.nowMs() - startMs).toBeLessThan(30_000)
        if (fitting.length === askedS.length) expect(ending).toBe('success')
        else
          expect(ending).toMatchObject({
            name: 'RateLimitError',
            retryAfterMs: (askedS[fitting.length] ?? 0) * 1000,
          })
      }),
      { numRuns: 500 },
    )
  })

  test('grows with half jitter over 0.5 to 4 s when the service asks for nothing [D69]', async () => {
    const time = createFakeTime()
    const service = createFakeService()
    service.script('listPayouts', ...Array.from({ length: 6 }, () => responses.status(503)))
    const options = { ...service.affiliateOptions, retries: 10 }

    await new AffiliateClient(withFakeTime(options, time)).payouts.listPage()

    // The fake time draws the middle of each range: half of it is fixed, half is chance.
    expect(time.waitsMs).toEqual([375, 750, 1500, 3000, 3000, 3000])
  })

  test('happens four times by default [D69]', async () => {
    const time = createFakeTime()
    const service = createFakeService()
    service.script('listPayouts', ...Array.from({ length: 5 }, () => responses.status(503)))

    const call = new AffiliateClient(withFakeTime(service.affiliateOptions, time)).payouts.listPage()

    await expect(call).rejects.toMatchObject({ name: 'ServerError', attempts: 5 })
    expect(time.waitsMs).toEqual([375, 750, 1500, 3000])
  })

  test('follows Retry-After of a 503 too', async () => {
    const time = createFakeTime()
    const service = createFakeService()
    service.script('listPayouts', responses.status(503, '', { 'Retry-After': '4' }))

    await new AffiliateClient(withFakeTime(service.affiliateOptions, time)).payouts.listPage()

    expect(time.waitsMs).toEqual([4000])
  })

  test('takes a Retry-After of 0 for a plain back-off', async () => {
    const time = createFakeTime()
    const service = createFakeService()
    service.script('listPayouts', responses.quotaExceeded(0))

    await new AffiliateClient(withFakeTime(service.affiliateOptions, time)).payouts.listPage()

    expect(time.waitsMs).toEqual([375])
  })
})

type Context = Parameters<ReturnType<typeof responses.usual>>[0]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
