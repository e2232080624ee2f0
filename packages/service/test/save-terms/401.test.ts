import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const json = { rules: buildRules() }

test.each(['affiliateRevoked', 'affiliateExpired', 'workspace', 'mcp', 'installBridge'] as const)(
  'rejects the %s key [5-4] [5-5]',
  async (name) => {
    await expectRejectedWrite(service, 'invalid_credential', () =>
      saveTerms(service, { json, key: service.keys[name] }),
    )
  },
)

test('rejects a request without a key, though one is in the query string [4.1-authorization] [5-5] [D28]', async () => {
  const path = `/api/affiliate-platform/v1/memberships/${service.ids.membershipId}/terms`
  const send = () => service.fetch(`${path}?api_key=${service.keys.affiliate}`, { method: 'PATCH', json })
  const problem = await expectRejectedWrite(service, 'missing_credential', send)
  expect(JSON.stringify(problem)).not.toContain(service.keys.affiliate)
})
