import { currencyCodes } from '@affiliate-platform/contract'
import { listFaults } from '@affiliate-platform/test-support/problem'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

async function reject(json: unknown): Promise<readonly string[]> {
  return listFaults(await expectRejectedWrite(service, 'invalid_request', () => saveTerms(service, { json })))
}

const money = (amountMinor: unknown, currency: unknown = 'USD') => ({ amountMinor, currency })

test.each<[string, Parameters<typeof buildRules>[0], string]>([
  ['another basis', { basis: 'GROSS' }, '/rules/basis invalid_value'],
  ['a basis of null', { basis: null }, '/rules/basis invalid_value'],
  ['rateBps -1', { rateBps: -1 }, '/rules/rateBps too_small'],
  ['rateBps 10001', { rateBps: 10_001 }, '/rules/rateBps too_big'],
  ['a fraction of a basis point', { rateBps: 2500.5 }, '/rules/rateBps invalid_type'],
  ['rateBps as text', { rateBps: '2500' }, '/rules/rateBps invalid_type'],
  ['rateBps as a boolean', { rateBps: true }, '/rules/rateBps invalid_type'],
  ['a cpi that is a number', { cpi: 500 }, '/rules/cpi invalid_type'],
  ['a cpi of null', { cpi: null }, '/rules/cpi invalid_type'],
  [
    'sale kinds that are no list',
    { includedSaleKinds: 'usage_sale' },
    '/rules/includedSaleKinds invalid_type',
  ],
  ['an unknown sale kind', { includedSaleKinds: ['refund'] }, '/rules/includedSaleKinds/0 invalid_value'],
  [
    'a repeated sale kind',
    { includedSaleKinds: ['usage_sale', 'usage_sale'] },
    '/rules/includedSaleKinds not_unique',
  ],
  ['durationMonths 0: it does not mean lifetime', { durationMonths: 0 }, '/rules/durationMonths too_small'],
  ['durationMonths 1201', { durationMonths: 1201 }, '/rules/durationMonths too_big'],
  ['durationMonths 1.5', { durationMonths: 1.5 }, '/rules/durationMonths invalid_type'],
  ['holdDays -1', { holdDays: -1 }, '/rules/holdDays too_small'],
  ['holdDays 3651', { holdDays: 3651 }, '/rules/holdDays too_big'],
  ['holdDays of null', { holdDays: null }, '/rules/holdDays invalid_type'],
  ['windowDays 0', { windowDays: 0 }, '/rules/windowDays too_small'],
  ['windowDays 366', { windowDays: 366 }, '/rules/windowDays too_big'],
  ['a policy as text', { allowExistingShops: 'false' }, '/rules/allowExistingShops invalid_type'],
  ['a policy as a number', { allowManualClaims: 1 }, '/rules/allowManualClaims invalid_type'],
  ['thresholds of null', { thresholds: null }, '/rules/thresholds invalid_type'],
  ['thresholds that are no list', { thresholds: money('1') }, '/rules/thresholds invalid_type'],
  ['a threshold entry of null', { thresholds: [null] }, '/rules/thresholds/0 invalid_type'],
])('rejects %s [2.2]', async (_name, changes, fault) => {
  expect(await reject({ rules: buildRules(changes) })).toEqual([fault])
})

test.each([
  ['a number', 500, 'invalid_type'],
  ['empty', '', 'invalid_format'],
  ['39 digits', '9'.repeat(39), 'invalid_format'],
  ['a leading zero', '01', 'invalid_format'],
  ['two zeros', '00', 'invalid_format'],
  ['negative', '-1', 'invalid_format'],
  ['a negative zero', '-0', 'invalid_format'],
  ['a plus sign', '+1', 'invalid_format'],
  ['a decimal point', '1.0', 'invalid_format'],
  ['an exponent', '1e3', 'invalid_format'],
  ['a space before', ' 1', 'invalid_format'],
  ['a line break after', '1\n', 'invalid_format'],
  ['hexadecimal', '0x1', 'invalid_format'],
  ['digits of another script', '１２', 'invalid_format'],
  ['a NUL', '1\u0000', 'invalid_format'],
  ['a lone surrogate', '1\ud800', 'invalid_format'],
])('rejects an amount that is %s [2.1]', async (_name, amountMinor, code) => {
  const faults = await reject({
    rules: buildRules({ cpi: money(amountMinor), threshold: money(amountMinor) }),
  })
  expect(faults).toEqual([`/rules/cpi/amountMinor ${code}`, `/rules/threshold/amountMinor ${code}`])
})

test.each(['usd', 'US', 'USDX', 'XXX', 'XAU', '', 'U5D', 'toString', '__proto__', 'ＵＳＤ'])(
  'rejects the currency %j [2.1] [D16]',
  async (currency) => {
    const faults = await reject({ rules: buildRules({ cpi: money('1', currency) }) })
    expect(faults).toEqual(['/rules/cpi/currency unsupported_currency'])
  },
)

test('rejects a precision inside money: the currency fixes the scale [2.1]', async () => {
  const rules = buildRules({ cpi: { ...money('1'), precision: 2 } })
  expect(await reject({ rules })).toEqual(['/rules/cpi/precision unknown_member'])
})

test.each(Object.keys(buildRules()))(
  'requires %s: the full object is sent on every write [2.2]',
  async (name) => {
    const rules = Object.fromEntries(Object.entries(buildRules()).filter(([member]) => member !== name))
    expect(await reject({ rules })).toEqual([`/rules/${name} required`])
  },
)

test('rejects 31 thresholds [2.2]', async () => {
  const thresholds = currencyCodes.slice(0, 31).map((currency) => money('1', currency))
  expect(await reject({ rules: buildRules({ thresholds }) })).toEqual(['/rules/thresholds too_big'])
})

test.each([
  ['null', null, ' invalid_type'],
  ['a list', [], ' invalid_type'],
  ['a text', 'rules', ' invalid_type'],
  ['a number', 0, ' invalid_type'],
  ['an empty object', {}, '/rules required'],
  ['rules of null', { rules: null }, '/rules invalid_type'],
  ['rules as a list', { rules: [] }, '/rules invalid_type'],
  ['rules outside their member', buildRules(), '/rules required'],
])('rejects a body that is %s [4.1]', async (_name, json, fault) => {
  expect(await reject(json)).toContain(fault)
})

test('names every fault at once [4.1-1]', async () => {
  const rules = buildRules({ basis: 'x', rateBps: -1, windowDays: 0, holdDays: 'soon' })
  expect(await reject({ rules, effectiveAt: 'tomorrow' })).toEqual([
    '/rules/basis invalid_value',
    '/rules/rateBps too_small',
    '/rules/holdDays invalid_type',
    '/rules/windowDays too_small',
    '/effectiveAt invalid_format',
  ])
})

test('rejects unknown members at every level [D13]', async () => {
  const rules = { ...buildRules({ threshold: { ...money('2500'), scale: 2 } }), cookieDays: 30 }
  expect(await reject({ rules, note: 'please' })).toEqual([
    '/rules/threshold/scale unknown_member',
    '/rules/cookieDays unknown_member',
    '/note unknown_member',
  ])
})

test('keeps the response small however many faults a body has', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`m${index}`, 0]))
  const response = await saveTerms(service, { json: { rules: buildRules(), ...unknown } })
  expect(response.status).toBe(400)
  expect((await response.text()).length).toBeLessThan(16_384)
})
