import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import {
  createTestService,
  type TestRequest,
  type TestService,
} from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const payouts = '/api/affiliate-platform/v1/payouts'

type Call = readonly [name: string, status: number, send: () => readonly [path: string, init?: TestRequest]]

const affiliateCalls: readonly Call[] = [
  [
    'a saved version',
    200,
    () => [terms(), { method: 'PATCH', key: service.keys.affiliate, json: { rules: buildRules() } }],
  ],
  ['a page', 200, () => [payouts, { key: service.keys.affiliate }]],
  ['a malformed body', 400, () => [terms(), { method: 'PATCH', key: service.keys.affiliate, json: {} }]],
  ['a missing key', 401, () => [payouts]],
  ['a wrong key', 401, () => [payouts, { key: service.keys.workspace }]],
  ['a missing scope', 403, () => [payouts, { key: service.keys.affiliateTermsOnly }]],
  [
    'a foreign record',
    403,
    () => [`${payouts}?appId=${service.ids.otherAppId}`, { key: service.keys.affiliate }],
  ],
  ['a wrong method', 404, () => [payouts, { method: 'POST' }]],
  ['an unknown path', 404, () => ['/api/affiliate-platform/v1/nothings', { key: service.keys.affiliate }]],
  ['another version', 404, () => ['/api/affiliate-platform/v2/payouts']],
  ['a wrong media type', 415, () => [terms(), { method: 'PATCH', key: service.keys.affiliate, body: 'x' }]],
]

const otherCalls: readonly Call[] = [
  ['an unknown path outside', 404, () => ['/elsewhere']],
  ['identify without a key', 401, () => ['/api/identify', { method: 'POST', json: {} }]],
  ['liveness', 200, () => ['/livez']],
  ['readiness', 200, () => ['/readyz']],
  ['the OpenAPI document', 200, () => ['/openapi.json']],
  ['a wrong method on liveness', 404, () => ['/livez', { method: 'POST' }]],
]

function terms(): string {
  return termsPath(service.ids.membershipId)
}

test.each([...affiliateCalls, ...otherCalls])(
  'gives %s (%i) a request id of its own and forbids storing it [D8]',
  async (_name, status, send) => {
    const responses = [await service.fetch(...send()), await service.fetch(...send())]
    for (const response of responses) {
      expect(response.status).toBe(status)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2)
  },
)

test.each(affiliateCalls)(
  'marks %s (%i) with the schema version [4] [9] [D8]',
  async (_name, _status, send) => {
    const response = await service.fetch(...send())
    expect(response.headers.get('x-affiliate-schema-version')).toBe('1')
  },
)

test.each(otherCalls)(
  'marks %s (%i) with no schema version: it is no affiliate REST response',
  async (_name, _status, send) => {
    const response = await service.fetch(...send())
    expect(response.headers.get('x-affiliate-schema-version')).toBeNull()
  },
)

test('takes no request id from the client', async () => {
  const response = await service.fetch('/livez', { headers: { 'X-Request-Id': 'mine' } })
  expect(response.headers.get('x-request-id')).not.toBe('mine')
})

test.each<[string, TestRequest['method'], string]>([
  [payouts, 'POST', 'GET'],
  [payouts, 'HEAD', 'GET'],
  ['/api/identify', 'GET', 'POST'],
  ['/livez', 'DELETE', 'GET, HEAD'],
  ['/readyz', 'POST', 'GET, HEAD'],
  ['/openapi.json', 'PUT', 'GET, HEAD'],
])('names the methods of %s in response to %s [7] [D4]', async (path, method, allow) => {
  const response = await service.fetch(path, { method: method ?? 'GET' })
  expect(response.status).toBe(404)
  expect(response.headers.get('allow')).toBe(allow)
})

test('names no methods for a path that does not exist [D4]', async () => {
  const response = await service.fetch('/api/affiliate-platform/v1/nothings')
  expect(response.headers.get('allow')).toBeNull()
})
