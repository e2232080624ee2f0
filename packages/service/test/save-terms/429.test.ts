import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 2 })
})

afterAll(() => service.close())

test('rejects a write over the quota, and admits it after Retry-After [7] [8] [D29]', async () => {
  const json = { rules: buildRules() }
  const headers = { 'Idempotency-Key': 'throttled' }
  await saveTerms(service, { json })
  await saveTerms(service, { json })
  let retryAfterSeconds = 0
  await expectRejectedWrite(service, 'quota_exceeded', async () => {
    const response = await saveTerms(service, { json, headers })
    retryAfterSeconds = Number(response.headers.get('retry-after'))
    return response
  })
  expect(retryAfterSeconds).toBe(60)

  service.clock.advance(retryAfterSeconds * 1000)
  const response = await saveTerms(service, { json, headers })
  expect(response.headers.get('idempotency-replayed')).toBeNull()
  await expectSaved(response)
})
