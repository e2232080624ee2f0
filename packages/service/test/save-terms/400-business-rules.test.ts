import { currencyCodes } from '@affiliate-platform/contract'
import { listFaults } from '@affiliate-platform/test-support/problem'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

async function reject(changes: Parameters<typeof buildRules>[0], rest: object = {}) {
  const json = { rules: buildRules(changes), ...rest }
  return listFaults(await expectRejectedWrite(service, 'terms_rejected', () => saveTerms(service, { json })))
}

const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
const eur = (amountMinor: string) => ({ amountMinor, currency: 'EUR' })

test('rejects a zero rate without an install reward [4.1-2]', async () => {
  expect(await reject({ rateBps: 0, cpi: usd('0') })).toEqual(['/rules/cpi/amountMinor zero_rate_needs_cpi'])
})

test('rejects a positive rate without sale kinds [4.1-3]', async () => {
  expect(await reject({ rateBps: 1, includedSaleKinds: [] })).toEqual([
    '/rules/includedSaleKinds sale_kinds_required',
  ])
})

test('rejects thresholds without the primary one [4.1-4]', async () => {
  const fault = '/rules/thresholds primary_threshold_missing'
  expect(await reject({ threshold: usd('2500'), thresholds: [eur('2500')] })).toEqual([fault])
  expect(await reject({ threshold: usd('2500'), thresholds: [] })).toEqual([fault])
})

test('rejects thresholds with another amount for the primary one [4.1-4]', async () => {
  expect(await reject({ threshold: usd('2500'), thresholds: [usd('2501')] })).toEqual([
    '/rules/thresholds primary_threshold_differs',
  ])
})

test('rejects a repeated currency, with equal amounts too [4.1-4]', async () => {
  const thresholds = [usd('2500'), eur('1'), usd('2500'), eur('2')]
  expect(await reject({ threshold: usd('2500'), thresholds })).toEqual([
    '/rules/thresholds/2/currency threshold_currency_repeated',
    '/rules/thresholds/3/currency threshold_currency_repeated',
  ])
})

test('names every broken rule at once [D3]', async () => {
  const changes = {
    includedSaleKinds: [],
    threshold: usd('2500'),
    thresholds: [usd('1'), eur('1'), eur('1')],
  }
  expect(await reject(changes, { effectiveAt: '2020-01-01T00:00:00Z' })).toEqual([
    '/rules/includedSaleKinds sale_kinds_required',
    '/rules/thresholds primary_threshold_differs',
    '/rules/thresholds/2/currency threshold_currency_repeated',
    '/effectiveAt effective_at_in_past',
  ])
})

test('names all of 29 repeated currencies [D3]', async () => {
  const thresholds = Array.from({ length: 30 }, () => usd('2500'))
  expect(await reject({ threshold: usd('2500'), thresholds })).toHaveLength(29)
})

test('keeps the schema step apart: its faults hide those of the business step [4.1-1] [D3]', async () => {
  const rules = buildRules({ rateBps: 0, cpi: usd('0'), windowDays: 0 })
  const problem = await expectRejectedWrite(service, 'invalid_request', () =>
    saveTerms(service, { json: { rules } }),
  )
  expect(listFaults(problem)).toEqual(['/rules/windowDays too_small'])
})

test('tells a schema fault of a threshold from a business one [4.1-1]', async () => {
  const thresholds = currencyCodes.slice(0, 31).map((currency) => ({ amountMinor: '1', currency }))
  const json = { rules: buildRules({ thresholds }) }
  await expectRejectedWrite(service, 'invalid_request', () => saveTerms(service, { json }))
})

test.each([
  ['1 ms more than 5 s behind', '2026-10-31T23:59:54.999Z', 'effective_at_in_past'],
  ['long past', '0000-01-01T00:00:00Z', 'effective_at_in_past'],
  ['past by its offset', '2026-11-01T01:00:00+01:01', 'effective_at_in_past'],
  ['1 ms more than 10 years ahead', '2036-11-01T00:00:00.001Z', 'effective_at_too_far'],
  ['at the end of the calendar', '9999-12-31T23:59:59-23:59', 'effective_at_too_far'],
])('rejects effectiveAt %s: new rules are not retroactive [4.1] [D11]', async (_name, effectiveAt, code) => {
  expect(await reject({}, { effectiveAt })).toEqual([`/effectiveAt ${code}`])
})

test.each([
  '2026-11-01',
  '2026-11-01T00:00:00',
  '2026-11-01 00:00:00Z',
  '2027-02-30T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2027-13-01T00:00:00Z',
  '2027-00-01T00:00:00Z',
  '2027-01-01T24:00:00Z',
  '2027-01-01T00:60:00Z',
  '2027-01-01T00:00:00+24:00',
  '2027-01-01T00:00:00+0100',
  '2027-01-01T00:00:00.Z',
  '+002027-01-01T00:00:00Z',
  '20270101T000000Z',
  '1798761600000',
  'now',
  '',
  ' 2027-01-01T00:00:00Z',
  '2027-01-01T00:00:00Z\n',
  1798761600000,
  null,
  {},
])('rejects effectiveAt %j in the schema step [D11]', async (effectiveAt) => {
  const json = { rules: buildRules(), effectiveAt }
  const problem = await expectRejectedWrite(service, 'invalid_request', () => saveTerms(service, { json }))
  expect(listFaults(problem)).toEqual([expect.stringMatching(/^\/effectiveAt invalid_(format|type)$/)])
})
