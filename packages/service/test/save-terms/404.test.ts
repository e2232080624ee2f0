import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
  'rejects %s and says which method there is [7] [D4]',
  async (method) => {
    const init = { method, key: service.keys.affiliate, json: { rules: buildRules() } }
    let allow: string | null = null
    await expectRejectedWrite(service, 'not_found', async () => {
      const response = await service.fetch(termsPath(service.ids.membershipId), init)
      allow = response.headers.get('allow')
      return response
    })
    expect(allow).toBe('PATCH')
  },
)

test.each([
  (path: string) => `${path}/`,
  (path: string) => `${path}/history`,
  (path: string) => `/${path}`,
  (path: string) => path.replace('/v1/', '/v2/'),
  (path: string) => path.replace('/v1/', '/V1/'),
  (path: string) => path.replace('/terms', '/Terms'),
  (path: string) => path.replace('/terms', '/%74erms'),
  (path: string) => path.replace('/memberships/', '/members/'),
  (path: string) => path.replace('/api', ''),
])('rejects a path that is only nearly right (%#) [7]', async (change) => {
  const path = change(termsPath(service.ids.membershipId))
  const json = { rules: buildRules() }
  // A path that starts with two slashes would name a host: it is sent with one.
  const url = `http://service.test${path}`
  await expectRejectedWrite(service, 'not_found', () =>
    service.fetch(url, { method: 'PATCH', key: service.keys.affiliate, json }),
  )
})
