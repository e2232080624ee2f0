import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath, readProblem } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

test.each([
  '/api/affiliate-platform/v1/payout',
  '/api/affiliate-platform/v2/payouts',
  '/api/affiliate-platform/v1/payouts/01890a5d-ac96-774b-bcce-b302099a8057/lines',
])('knows no operation at %s, with a key or without [7]', async (path) => {
  for (const request of [{ key: service.keys.affiliate }, {}]) {
    const response = await service.fetch(path, request)
    expect(response.status).toBe(404)
    expect(response.headers.get('Allow')).toBeNull()
    expect((await readProblem(response)).code).toBe('not_found')
  }
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'knows no %s of payouts, and says what there is [7] [D4]',
  async (method) => {
    for (const request of [{ key: service.keys.affiliate }, {}]) {
      const response = await service.fetch(payoutsPath(), { ...request, method })
      expect(response.status).toBe(404)
      expect(response.headers.get('Allow')).toBe('GET')
      expect((await readProblem(response)).code).toBe('not_found')
    }
  },
)
