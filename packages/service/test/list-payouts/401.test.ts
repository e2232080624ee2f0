import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath, readProblem } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

test('rejects a request without an API key, whatever its query [4.2-authorization] [5-1] [D7]', async () => {
  for (const query of [{}, { limit: '0' }, { appId: service.ids.otherAppId }]) {
    const response = await service.fetch(payoutsPath(query as Record<string, string>))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer\b/)
    expect((await readProblem(response)).code).toBe('missing_credential')
  }
})

test('takes a key in the query string for no key [D28]', async () => {
  for (const name of ['key', 'apiKey', 'access_token', 'Authorization']) {
    const response = await service.fetch(payoutsPath({ [name]: service.keys.affiliate }))
    expect(response.status).toBe(401)
    const body = await response.text()
    expect(body).toContain('missing_credential')
    expect(body).not.toContain(service.keys.affiliate)
  }
})

test('rejects unknown, revoked, expired and wrong-kind keys in the same words [5-4] [5-5] [D2]', async () => {
  const { affiliate, affiliateRevoked, affiliateExpired, workspace, mcp, installBridge } = service.keys
  const swapped = affiliate.at(-8) === 'x' ? 'y' : 'x'
  const unknown = [`${affiliate.slice(0, -8)}${swapped}${affiliate.slice(-7)}`, 'aff_affiliate_x', 'x']
  const keys = [affiliateRevoked, affiliateExpired, workspace, mcp, installBridge, ...unknown]
  const responses = await Promise.all(keys.map((key) => service.fetch(payoutsPath(), { key })))
  const problems = await Promise.all(responses.map(readProblem))
  expect(problems[0]).toMatchObject({ status: 401, code: 'invalid_credential' })
  for (const problem of problems) expect(problem).toEqual(problems[0])
  for (const { headers } of responses) expect(headers.get('WWW-Authenticate')).toMatch(/^Bearer\b/)
})
