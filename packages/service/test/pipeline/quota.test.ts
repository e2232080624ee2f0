import { newApiKey } from '@affiliate-platform/platform/api-keys'
import { insertSuccessorKey } from '@affiliate-platform/test-support/api-keys'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const payouts = '/api/affiliate-platform/v1/payouts?limit=1'
const requestsMax = 120

let database: WatchedDatabase
let service: TestService

beforeAll(async () => {
  database = watchDatabase(await openTestDatabase())
})

beforeEach(async () => {
  await database.query({ name: 'test_clear', text: 'delete from quota_windows' }, [])
  service = await createTestService({ database })
})

afterAll(() => database.close())

const send = (key = service.keys.affiliate) => service.fetch(payouts, { key })

async function sendMany(count: number): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) statuses.push((await send()).status)
  return statuses
}

const admitted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length

test('admits 120 requests at once and rejects the 121st [8] [D29]', async () => {
  expect(admitted(await sendMany(requestsMax))).toBe(requestsMax)
  await expectProblem(await send(), 'quota_exceeded')
})

test('keeps a request in the window for 59,999 ms and not for 60,000 ms [8] [D29]', async () => {
  await sendMany(requestsMax)
  service.clock.advance(59_999)
  await expectProblem(await send(), 'quota_exceeded')
  service.clock.advance(1)
  expect(admitted(await sendMany(requestsMax + 5))).toBe(requestsMax)
})

test('slides: each place is free 60 s after it was taken [D29]', async () => {
  await sendMany(20)
  service.clock.advance(30_000)
  await sendMany(100)
  expect((await send()).status).toBe(429)
  service.clock.advance(30_000)
  expect(admitted(await sendMany(30))).toBe(20)
  service.clock.advance(30_000)
  expect(admitted(await sendMany(130))).toBe(100)
})

test('tells the state of the quota on every admitted response [D29]', async () => {
  const first = await send()
  expect(first.headers.get('ratelimit-policy')).toBe('"credential";q=120;w=60')
  expect(first.headers.get('ratelimit')).toBe('"credential";r=119;t=60')
  service.clock.advance(10_500)
  expect((await send()).headers.get('ratelimit')).toBe('"credential";r=118;t=50')
  const rejected = await saveTerms(service, { json: {} })
  expect(rejected.status).toBe(400)
  expect(rejected.headers.get('ratelimit')).toBe('"credential";r=117;t=50')
})

test.each([0, 1, 500, 999, 1000, 30_001, 58_999, 59_000, 59_999])(
  'admits a client that waits the whole Retry-After, %i ms after the burst [7] [D29]',
  async (laterMs) => {
    await sendMany(requestsMax)
    service.clock.advance(laterMs)
    const rejected = await send()
    const retryAfter = rejected.headers.get('retry-after') ?? ''
    expect(retryAfter).toMatch(/^[1-9]\d?$/)
    expect(rejected.headers.get('ratelimit')).toBe(`"credential";r=0;t=${retryAfter}`)
    expect(Number(retryAfter) * 1000 - (60_000 - laterMs)).toBeLessThan(1000)
    service.clock.advance(Number(retryAfter) * 1000)
    expect((await send()).status).toBe(200)
  },
)

test('does not count what it rejects [D29]', async () => {
  await sendMany(requestsMax)
  service.clock.advance(30_000)
  expect(admitted(await sendMany(500))).toBe(0)
  service.clock.advance(30_000)
  expect(admitted(await sendMany(requestsMax))).toBe(requestsMax)
})

test('counts neither a 401 nor a 404 [D29]', async () => {
  for (let sent = 0; sent < 130; sent += 1) {
    await send(service.keys.affiliateRevoked)
    await service.fetch(payouts, { method: 'POST', key: service.keys.affiliate })
  }
  expect((await send()).headers.get('ratelimit')).toBe('"credential";r=119;t=60')
})

test('counts rejections after the quota check, and replays [D29]', async () => {
  const headers = { 'Idempotency-Key': 'quota' }
  const json = { rules: buildRules() }
  await saveTerms(service, { json, headers })
  const replay = await saveTerms(service, { json, headers })
  expect(replay.headers.get('idempotency-replayed')).toBe('true')
  expect(replay.headers.get('ratelimit')).toBe('"credential";r=118;t=60')
  await saveTerms(service, { json: {}, headers })
  expect((await send()).headers.get('ratelimit')).toBe('"credential";r=116;t=60')
})

test('shares one quota between a key and its successor [D29]', async () => {
  const successor = newApiKey('affiliate')
  await insertSuccessorKey(database, { of: service.keys.affiliate, key: successor })
  await sendMany(requestsMax)
  await expectProblem(await send(successor), 'quota_exceeded')
})

test('gives every credential a quota of its own [8]', async () => {
  await sendMany(requestsMax)
  expect((await send(service.keys.affiliatePayoutsOnly)).status).toBe(200)
  expect((await send(service.keys.affiliateOtherApp)).status).toBe(200)
})

test('rejects a credential over its quota without a statement [D29]', async () => {
  await sendMany(requestsMax + 1)
  const before = database.statements.length
  expect(admitted(await sendMany(50))).toBe(0)
  expect(database.statements.length).toBe(before)
})

test.each([
  [0, 3_600_000],
  [1, 3_600_000],
  [1, 120_000],
])(
  'asks for no more than a minute after the clock was set back (%i rejected before, by %i ms) [D29]',
  async (rejectedBefore, backMs) => {
    await sendMany(requestsMax + rejectedBefore)
    service.clock.advance(-backMs)
    const rejected = await send()
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    service.clock.advance(Number(rejected.headers.get('retry-after')) * 1000)
    expect((await send()).status).toBe(200)
  },
)

test('opens when the clock is set forward [D29]', async () => {
  await sendMany(requestsMax + 1)
  service.clock.advance(3_600_000)
  expect((await send()).status).toBe(200)
})
