import { randomUUID } from 'node:crypto'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath, readProblem } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const get = (query: Readonly<Record<string, string>>, key = service.keys.affiliate) =>
  service.fetch(payoutsPath(query), { key })

test('rejects a key without the scope payouts:read, whatever its query [5-2] [D7]', async () => {
  for (const limit of ['1', '0']) {
    const response = await get({ limit }, service.keys.affiliateTermsOnly)
    expect(response.status).toBe(403)
    expect((await readProblem(response)).code).toBe('scope_denied')
  }
})

test('rejects unknown, sibling and foreign records in the same words [5-3] [D5] [D20] [D21]', async () => {
  const { ids } = service
  const queries = [
    ...[ids.otherAppId, ids.otherWorkspaceAppId, randomUUID(), 'app', '\0'].map((appId) => ({ appId })),
    ...[ids.otherAppProgramId, ids.groupId, randomUUID()].map((programId) => ({ programId })),
    ...[ids.otherAppGroupId, ids.programId, randomUUID()].map((groupId) => ({ groupId })),
    ...[ids.otherAppMembershipId, ids.otherWorkspaceMembershipId, randomUUID()].map((membershipId) => ({
      membershipId,
    })),
    { programId: ids.programId, groupId: ids.otherAppGroupId },
  ]
  const responses = await Promise.all(queries.map((query) => get(query as Record<string, string>)))
  expect(responses.map(({ status }) => status)).toEqual(queries.map(() => 403))
  const problems = await Promise.all(responses.map(readProblem))
  expect(problems[0]?.code).toBe('access_denied')
  for (const problem of problems) expect(problem).toEqual(problems[0])
})

test('rejects a foreign record before an unreadable cursor, and after a malformed parameter [D7]', async () => {
  const foreign = { programId: service.ids.otherAppProgramId }
  expect((await get({ ...foreign, cursor: 'x' })).status).toBe(403)
  expect((await get({ ...foreign, status: 'unknown' })).status).toBe(403)
  expect((await get({ ...foreign, limit: '0' })).status).toBe(400)
})
