import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRandom } from '@affiliate-platform/operator/demo'
import { buildFuzzRequest } from '@affiliate-platform/test-support/guarantee-fuzz'
import { createResponseCheck, type ResponseCheck } from '@affiliate-platform/test-support/guarantee-openapi'
import {
  report,
  runInLanes,
  scale,
  seed,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'

const requests = scale({ quick: 3000, soak: 1_000_000 })
const heapGrowthMax = 64 * 1024 * 1024

let service: TestService
/** The same service with next to no quota: one request in a hundred goes here. */
let strict: App
let findFault: ResponseCheck

beforeAll(async () => {
  const engine = enginesAtHand.includes('postgres') ? 'postgres' : 'pglite'
  service = await createTestService({
    engine,
    affiliateQuotaRequestsMax: 1_000_000,
    identifyQuotaRequestsMax: 1_000_000,
  })
  for (const { domain, behaviour } of service.shops) {
    // Waiting is no part of this: the shop that is slow drops the connection instead.
    if (behaviour === 'slow') service.simulator.setBehaviour(domain, 'reset')
  }
  const { database, clock, simulator } = service
  const platformFetch = simulator.fetch
  strict = await createApp({ database, clock: clock.now, platformFetch, affiliateQuotaRequestsMax: 1 })
  findFault = createResponseCheck()
})

afterAll(() => service.close())

test(`responds to ${requests} random requests without a 500, as the OpenAPI document says [7] [D1] [D2]`, async () => {
  startRandom()
  const statuses = new Map<number, number>()
  const send = async (index: number): Promise<void> => {
    const random = createRandom(seed + index)
    const { request, description } = buildFuzzRequest(random, service)
    // Time goes on, or the quota's window would hold every request of the test.
    service.clock.advance(250)
    const app = random.below(100) === 0 ? strict : service.app
    const response = await app.handle(request)
    const [path = ''] = request.target.split('?', 1)
    const fault = response.status === 500 ? 'is 500' : findFault({ method: request.method, path }, response)
    if (fault !== undefined) {
      expect.fail(
        `The response to request ${index} of seed ${seed} ${fault}\n${description}\n${response.body}`,
      )
    }
    // The root's redirect is the one response that is no operation's.
    if (response.status !== 302) statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
  const warmUp = Math.floor(requests / 5)
  await runInLanes({ count: warmUp, lanes: 8 }, send)
  const before = measureHeap()
  await runInLanes({ count: requests - warmUp, lanes: 8 }, (index) => send(warmUp + index))
  const growth = measureHeap() - before

  expect(growth).toBeLessThan(heapGrowthMax)
  const seen = [...statuses].toSorted(([a], [b]) => a - b)
  expect(seen.map(([status]) => status)).toEqual([200, 400, 401, 403, 404, 409, 413, 415, 429, 503])
  report(`${requests} random requests of seed ${seed}, heap ${Math.round(growth / 1024)} KiB more at the end`)
  report(seen.map(([status, count]) => `${status}: ${count}`).join(', '))
})

test('checks by a validator that notices what is not as documented', async () => {
  const sent = { method: 'GET', path: '/api/affiliate-platform/v1/payouts' }
  const response = await service.app.handle({
    ...sent,
    target: `${sent.path}?limit=1`,
    header: (name) => (name === 'authorization' ? `Bearer ${service.keys.affiliate}` : undefined),
    remoteAddress: () => undefined,
    readBody: async () => undefined,
  })
  const body = String(response.body)
  const { 'X-Request-Id': _id, ...withoutId } = response.headers
  const { RateLimit: _limit, ...withoutLimit } = response.headers
  const wrong = [
    { ...response, body: body.replace('"items"', '"rows"') },
    { ...response, body: body.replace(/"amountMinor":"\d+"/, '"amountMinor":12') },
    { ...response, headers: withoutId },
    { ...response, headers: withoutLimit },
    { ...response, headers: { ...response.headers, 'Cache-Control': 'public' } },
    { ...response, status: 418 },
    { ...response, status: 403 },
  ]
  expect(findFault(sent, response)).toBeUndefined()
  for (const each of wrong) expect(findFault(sent, each), JSON.stringify(each)).toBeDefined()
})

/** Bytes that are still in use after an app transaction. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
