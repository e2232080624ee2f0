import { type TermsVersion, termsVersionSchema } from '@affiliate-platform/contract'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms, saveTermsRaw } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

async function save(json: unknown): Promise<TermsVersion> {
  return await expectSaved(await saveTerms(service, { json }))
}

test('responds with the saved version and its target [2.3]', async () => {
  const version = await save({ rules: buildRules() })

  expect(version.programId).toBe(service.ids.programId)
  expect(version.target).toEqual({ kind: 'membership', id: service.ids.membershipId })
  expect(version.rules).toEqual({ ...buildRules(), thresholds: [buildRules().threshold] })
  expect(version.effectiveAt).toBe(new Date(service.clock.now()).toISOString())
})

test('tells when and by which key the version was made [D15]', async () => {
  const version = await save({ rules: buildRules() })
  const [key] = await service.database.query<{ id: string }>(
    { name: 'test_key', text: `select id from api_keys where name = 'Demo: affiliate'` },
    [],
  )

  expect(version.createdAt).toBe(new Date(service.clock.now()).toISOString())
  expect(version.createdBy).toBe(key?.id)
})

test('carries the fixed headers and the quota [4] [9] [D8] [D29]', async () => {
  const response = await saveTerms(service, { json: { rules: buildRules() } })

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-affiliate-schema-version')).toBe('1')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('ratelimit-policy')).toBe('"credential";q=1000;w=60')
  expect(response.headers.get('idempotency-replayed')).toBeNull()
})

test('stores what it sends', async () => {
  const version = await save({ rules: buildRules({ rateBps: 777 }) })
  const [row] = await service.database.query<Record<string, unknown>>(
    { name: 'test_version', text: 'select * from terms_versions where id = $1' },
    [version.id],
  )

  expect(row).toMatchObject({
    workspace_id: service.ids.workspaceId,
    app_id: service.ids.appId,
    program_id: version.programId,
    target_kind: 'membership',
    target_id: version.target.id,
    rules: version.rules,
    effective_at: new Date(version.effectiveAt),
    supersedes: version.supersedes,
  })
})

test.each<[string, Parameters<typeof buildRules>[0]]>([
  ['basis gross', { basis: 'gross' }],
  ['basis net', { basis: 'net' }],
  ['rateBps 1', { rateBps: 1 }],
  ['rateBps 20, which is 0.2 % [4.1-7]', { rateBps: 20 }],
  ['rateBps 10000', { rateBps: 10_000 }],
  [
    'rateBps 0 with an install reward of 1 [4.1-2]',
    { rateBps: 0, cpi: { amountMinor: '1', currency: 'USD' } },
  ],
  ['rateBps 0 without sale kinds [4.1-3]', { rateBps: 0, includedSaleKinds: [] }],
  ['a disabled install reward', { cpi: { amountMinor: '0', currency: 'USD' } }],
  ['an install reward of 38 digits', { cpi: { amountMinor: '9'.repeat(38), currency: 'USD' } }],
  [
    'an install reward in another currency than the threshold [D16]',
    { cpi: { amountMinor: '5', currency: 'KWD' } },
  ],
  ['every kind of sale', { includedSaleKinds: ['one_time_sale', 'usage_sale', 'subscription_sale'] }],
  ['durationMonths 1', { durationMonths: 1 }],
  ['durationMonths 1200', { durationMonths: 1200 }],
  ['unlimited durationMonths', { durationMonths: null }],
  ['holdDays 0', { holdDays: 0 }],
  ['holdDays 3650', { holdDays: 3650 }],
  ['windowDays 1', { windowDays: 1 }],
  ['windowDays 365', { windowDays: 365 }],
  ['a threshold of 0', { threshold: { amountMinor: '0', currency: 'JPY' } }],
  ['a threshold of 38 digits', { threshold: { amountMinor: `1${'0'.repeat(37)}`, currency: 'USD' } }],
  ['both policies on', { allowExistingShops: true, allowManualClaims: true }],
  ['both policies off', { allowExistingShops: false, allowManualClaims: false }],
])('accepts %s [2.2]', async (_name, changes) => {
  const rules = buildRules(changes)
  const version = await save({ rules })
  expect(version.rules).toEqual({ ...rules, thresholds: [rules.threshold] })
})

test.each(['2000', '2000.0', '2e3', '20000e-1', '2000.000'])(
  'reads rateBps %s as the integer 2000',
  async (written) => {
    const body = JSON.stringify({ rules: buildRules() }).replace('"rateBps":2500', `"rateBps":${written}`)
    const version = await expectSaved(await saveTermsRaw(service, body))
    expect(version.rules.rateBps).toBe(2000)
  },
)

test('reads -0 as 0', async () => {
  const body = JSON.stringify({ rules: buildRules() }).replace('"holdDays":14', '"holdDays":-0')
  const response = await saveTermsRaw(service, body)
  expect(await response.text()).toContain('"holdDays":0')
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
])('accepts the media type %s [4.1]', async (mediaType) => {
  const body = JSON.stringify({ rules: buildRules() })
  await expectSaved(await saveTermsRaw(service, body, { 'Content-Type': mediaType }))
})

test('accepts a body of exactly 65,536 bytes [4.1-5]', async () => {
  const body = JSON.stringify({ rules: buildRules() })
  await expectSaved(await saveTermsRaw(service, body.padEnd(65_536)))
})

test('accepts the membership id in upper case and responds in lower case', async () => {
  const response = await saveTerms(service, {
    id: service.ids.membershipId.toUpperCase(),
    json: { rules: buildRules() },
  })
  expect((await expectSaved(response)).target.id).toBe(service.ids.membershipId)
})

test('responds in a form that later additions do not break [D13]', async () => {
  const version = await save({ rules: buildRules() })
  const later = { ...version, review: 'none', rules: { ...version.rules, tiers: [] } }
  expect(termsVersionSchema.parse(later)).toEqual(later)
})
