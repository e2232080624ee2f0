import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Database } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { createTestService, type TestService } from '../support/test-service.ts'

const payouts = '/api/affiliate-platform/v1/payouts?limit=1'
const requestsMax = 120

let database: Database
let service: TestService

beforeAll(async () => {
  database = await openTestDatabase()
})

beforeEach(async () => {
  await database.query({ name: 'test_clear', text: 'delete from quota_windows' }, [])
  service = await createTestService({ database })
})

afterAll(() => database.close())

const send = () => service.fetch(payouts, { key: service.keys.affiliate })

async function sendMany(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await send()
}

// Steps in real time, each with what the service's clock does meanwhile: it may also be set back.
const steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.constantFrom(0, 1, 1000, 59_999, 60_000), fc.integer({ min: 0, max: 90_000 })),
    setBackMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 200_000 }),
    ),
    requests: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
)

test('never admits one too many in any 60 s, also when the clock is set back, and keeps its word [8] [D29]', async () => {
  const limited = await createTestService({ database, affiliateQuotaRequestsMax: 4 })
  const headers = { Authorization: `Bearer ${limited.keys.affiliate}` }
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      await database.query({ name: 'test_clear', text: 'delete from quota_windows' }, [])
      const fresh = await createApp({ database, clock: limited.clock.now, affiliateQuotaRequestsMax: 4 })
      const sendOne = () => fresh.fetch(new Request(`http://fresh.test${payouts}`, { headers }))
      const admittedAtMs: number[] = []
      let realMs = 0
      for (const { waitMs, setBackMs, requests } of plan) {
        realMs += waitMs
        limited.clock.advance(waitMs - setBackMs)
        for (let sent = 0; sent < requests; sent += 1) {
          if ((await sendOne()).status === 200) admittedAtMs.push(realMs)
        }
      }
      for (const startMs of admittedAtMs) {
        const inWindow = admittedAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + 60_000)
        expect(inWindow.length).toBeLessThanOrEqual(4)
      }

      let last = await sendOne()
      while (last.status === 200) last = await sendOne()
      limited.clock.advance(Number(last.headers.get('retry-after')) * 1000)
      expect((await sendOne()).status).toBe(200)
    }),
    { numRuns: 60 },
  )
})

test.each([0, 1])(
  'asks for no more than a minute after the clock was set back by an hour (%i refused before) [D29]',
  async (refusedBefore) => {
    await sendMany(requestsMax + refusedBefore)
    service.clock.advance(-3_600_000)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    service.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
    expect((await send()).status).toBe(200)
  },
)

test('opens when the clock is set forward', async () => {
  await sendMany(requestsMax + 1)
  service.clock.advance(3_600_000)
  expect((await send()).status).toBe(200)
})
