import { buildRules } from '@affiliate-platform/test-support/terms'
import {
  expectRejectedWrite,
  expectSaved,
  saveTerms,
  saveTermsRaw,
} from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const headers = (key: string) => ({ 'Idempotency-Key': key })

test('rejects a key that was used with another body [4.1] [D10]', async () => {
  const first = await expectSaved(
    await saveTerms(service, { json: { rules: buildRules() }, headers: headers('a') }),
  )
  const json = { rules: buildRules({ rateBps: 2501 }) }
  await expectRejectedWrite(service, 'idempotency_key_reused', () =>
    saveTerms(service, { json, headers: headers('a') }),
  )

  const again = await saveTerms(service, { json: { rules: buildRules() }, headers: headers('a') })
  expect(await again.json()).toEqual(first)
})

test.each([
  ['an effectiveAt that was not there before', { effectiveAt: '2027-01-01T00:00:00Z' }],
  ['thresholds that were derived before', { thresholds: [buildRules().threshold] }],
])('counts %s as another body [D10]', async (name, change) => {
  const key = headers(name.replaceAll(' ', '-'))
  await expectSaved(await saveTerms(service, { json: { rules: buildRules() }, headers: key }))
  const json = 'thresholds' in change ? { rules: buildRules(change) } : { rules: buildRules(), ...change }
  await expectRejectedWrite(service, 'idempotency_key_reused', () =>
    saveTerms(service, { json, headers: key }),
  )
})

test('counts another order of a list as another body [D10]', async () => {
  const kinds = ['usage_sale', 'one_time_sale']
  const rules = buildRules({ includedSaleKinds: kinds })
  await expectSaved(await saveTerms(service, { json: { rules }, headers: headers('list') }))
  const reversed = { rules: buildRules({ includedSaleKinds: kinds.toReversed() }) }
  await expectRejectedWrite(service, 'idempotency_key_reused', () =>
    saveTerms(service, { json: reversed, headers: headers('list') }),
  )
})

test('rejects the other body before it judges its business rules [D7]', async () => {
  await expectSaved(await saveTerms(service, { json: { rules: buildRules() }, headers: headers('b') }))
  const json = { rules: buildRules({ includedSaleKinds: [] }) }
  await expectRejectedWrite(service, 'idempotency_key_reused', () =>
    saveTerms(service, { json, headers: headers('b') }),
  )
})

test('rejects a malformed body before it looks at the key [D7]', async () => {
  await expectSaved(await saveTerms(service, { json: { rules: buildRules() }, headers: headers('c') }))
  await expectRejectedWrite(service, 'invalid_request', () =>
    saveTerms(service, { json: {}, headers: headers('c') }),
  )
  await expectRejectedWrite(service, 'invalid_json', () => saveTermsRaw(service, '{', headers('c')))
})
