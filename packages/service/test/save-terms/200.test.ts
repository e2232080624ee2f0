import { termsVersionSchema } from '@affiliate-platform/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRules, termsPath } from '../support/terms.ts'
import { createTestService, type TestService } from '../support/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

function save(json: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const path = termsPath(service.ids.membershipId)
  return service.fetch(path, { method: 'PATCH', key: service.keys.affiliate, json, headers })
}

test('answers with the saved version and its target [2.3]', async () => {
  const response = await save({ rules: buildRules() })

  expect(response.status).toBe(200)
  const version = termsVersionSchema.parse(await response.json())
  expect(version.programId).toBe(service.ids.programId)
  expect(version.target).toEqual({ kind: 'membership', id: service.ids.membershipId })
  expect(version.rules).toEqual({ ...buildRules(), thresholds: [buildRules().threshold] })
})
