import type { ErrorCode, Problem, TermsVersion } from '@affiliate-platform/contract'
import { termsVersionSchema } from '@affiliate-platform/contract'
import { expect } from 'vitest'
import { expectProblem } from './problem.ts'
import { termsPath } from './terms.ts'
import type { TestRequest, TestService } from './test-service.ts'

/** Sends a terms write for the demo's membership with the demo's affiliate key. */
export function saveTerms(service: TestService, init: TestRequest & { readonly id?: string }) {
  const { id = service.ids.membershipId, ...request } = init
  return service.fetch(termsPath(id), { method: 'PATCH', key: service.keys.affiliate, ...request })
}

/** Sends a terms write whose body is not made by JSON.stringify. */
export function saveTermsRaw(
  service: TestService,
  body: NonNullable<TestRequest['body']>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return saveTerms(service, { body, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** Checks that a write was accepted and returns its version. */
export async function expectSaved(response: Response): Promise<TermsVersion> {
  const body: unknown = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return termsVersionSchema.parse(body)
}

/** Sends a request that must be rejected with a code, and checks that it wrote nothing at all. */
export async function expectRejectedWrite(
  service: TestService,
  code: ErrorCode,
  send: () => Promise<Response>,
): Promise<Problem> {
  const before = await countWrites(service)
  const problem = await expectProblem(await send(), code)
  expect(await countWrites(service)).toEqual(before)
  return problem
}

/** Counts everything that a terms write could leave behind. */
export async function countWrites(service: TestService) {
  return {
    versions: await service.count('terms_versions'),
    idempotencyRecords: await service.count('idempotency_records'),
  }
}
