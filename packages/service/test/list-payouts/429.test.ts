import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath, readProblem } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const get = (query = {}, key = service.keys.affiliate) => service.fetch(payoutsPath(query), { key })

test('admits 120 requests of a credential in a minute, and the next one after the wait it is told [7] [8] [D29]', async () => {
  // Rejected queries count too: the quota comes before them.
  for (let request = 0; request < 120; request += 1) {
    expect((await get({ limit: request % 2 === 0 ? '1' : '0' })).status).not.toBe(429)
  }
  const rejected = await get({ limit: '0' })
  expect(rejected.status).toBe(429)
  expect((await readProblem(rejected)).code).toBe('quota_exceeded')
  expect(rejected.headers.get('Cache-Control')).toBe('no-store')
  const waitSeconds = Number(rejected.headers.get('Retry-After'))
  expect(waitSeconds).toBe(60)

  // Another credential of the same app has a quota of its own.
  expect((await get({}, service.keys.affiliatePayoutsOnly)).status).toBe(200)

  service.clock.advance(waitSeconds * 1000 - 1)
  expect((await get()).status).toBe(429)
  service.clock.advance(1)
  expect((await get()).status).toBe(200)
})
