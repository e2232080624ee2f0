import type { ErrorCode } from '@affiliate-platform/contract'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWritten, expectRejection } from './identify-calls.ts'

const json = { myshopifyDomain: 'maple.myshopify.com', email: 'owner@sent.example' }

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

async function expectUnauthorized(headers: Record<string, string>, code: ErrorCode, query = '') {
  const response = await service.fetch(`/api/identify${query}`, { method: 'POST', json, headers })
  await expectRejection(response, code)
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  expect(await countWritten(service)).toBe(0)
}

it('rejects a request without a key [4.3-authorization] [5-5]', () =>
  expectUnauthorized({}, 'missing_credential'))

it('rejects a key in the query string [5-6] [D28]', () =>
  expectUnauthorized({}, 'missing_credential', `?api_key=${service.keys.workspace}`))

it.each(['affiliate', 'affiliateRevoked', 'affiliateExpired', 'mcp', 'installBridge'] as const)(
  'rejects the %s key: kinds are not interchangeable [5-4]',
  (name) => expectUnauthorized({ Authorization: `Bearer ${service.keys[name]}` }, 'invalid_credential'),
)

it('rejects an unknown key [5-5]', () =>
  expectUnauthorized({ Authorization: `Bearer ${service.keys.workspace}x` }, 'invalid_credential'))

it('rejects a revoked workspace key [5-5]', async () => {
  const text = "update api_keys set revoked_at = now() where workspace_id <> $1 and kind = 'workspace'"
  await service.database.query({ name: 'test_revoke', text }, [service.ids.workspaceId])
  await expectUnauthorized({ Authorization: `Bearer ${service.keys.workspaceOther}` }, 'invalid_credential')
})
