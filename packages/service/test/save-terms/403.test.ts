import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const json = { rules: buildRules() }
const unknownId = '0197a1b2-0000-7000-8000-00000000000a'

test('rejects a key without the scope terms:write [5-2]', async () => {
  await expectRejectedWrite(service, 'scope_denied', () =>
    saveTerms(service, { json, key: service.keys.affiliatePayoutsOnly }),
  )
})

test('needs no other scope than terms:write [5-2]', async () => {
  await expectSaved(await saveTerms(service, { json, key: service.keys.affiliateTermsOnly }))
})

test.each([
  ['unknown', () => unknownId],
  ['all zeros', () => '00000000-0000-0000-0000-000000000000'],
  ['of another app', () => service.ids.otherAppMembershipId],
  ['of another workspace', () => service.ids.otherWorkspaceMembershipId],
  ['a program', () => service.ids.programId],
  ['a group', () => service.ids.groupId],
])('rejects a membership id that is %s [5-3] [D5]', async (_name, id) => {
  await expectRejectedWrite(service, 'access_denied', () => saveTerms(service, { json, id: id() }))
})

test('responds alike, whether a record is unknown or foreign [D5]', async () => {
  const { otherAppMembershipId, otherWorkspaceMembershipId } = service.ids
  const responses = await Promise.all(
    [unknownId, otherAppMembershipId, otherWorkspaceMembershipId].map(async (id) => {
      const response = await saveTerms(service, { json, id })
      const requestId = response.headers.get('x-request-id') ?? ''
      return (await response.text()).replace(requestId, '')
    }),
  )
  expect(new Set(responses).size).toBe(1)
})

test.each(['affiliateOtherApp', 'affiliateOtherWorkspace'] as const)(
  'keeps the membership from the key %s [5-3]',
  async (name) => {
    await expectRejectedWrite(service, 'access_denied', () =>
      saveTerms(service, { json, key: service.keys[name] }),
    )
  },
)

test('rejects a foreign record also where the terms would break business rules [D7]', async () => {
  const rejected = { rules: buildRules({ includedSaleKinds: [] }) }
  await expectRejectedWrite(service, 'access_denied', () =>
    saveTerms(service, { json: rejected, id: unknownId }),
  )
})

test("does not replay one app's response to another [D10] [5-3]", async () => {
  const headers = { 'Idempotency-Key': 'mine' }
  await expectSaved(await saveTerms(service, { json, headers }))
  await expectRejectedWrite(service, 'access_denied', () =>
    saveTerms(service, { json, headers, key: service.keys.affiliateOtherApp }),
  )
})
