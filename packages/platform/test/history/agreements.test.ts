import { describe, expect, test } from 'vitest'
import { readItems } from '../../src/history/mantle/read-items.ts'
import { type MantleRules, mantleRulesSchema, resolveRules } from '../../src/history/mantle/resolve-rules.ts'
import { toTerms } from '../../src/history/mantle/to-terms.ts'
import { roundAmount } from '../../src/history/round-amount.ts'

const rulesOf = (told: object): MantleRules => mantleRulesSchema.parse(told)

const program = rulesOf({
  ...{ percentCommission: '20', durationMonths: '12', amountPerInstall: '5', minPlanValue: '10' },
  ...{ revenueComponents: ['subscription'], revenueType: 'gross' },
})
const none = { group: null, custom: null, snapshot: null }

describe('what Mantle went by [D423]', () => {
  test('is the program, where nothing else is said', () => {
    expect(resolveRules({ program, ...none })).toEqual(program)
  })

  test('of a group is what it says, field by field', () => {
    const group = rulesOf({ percentCommission: '25' })
    expect(resolveRules({ program, ...none, group })).toEqual({ ...program, percentCommission: '25' })
  })

  test.each(['custom', 'snapshot'])(
    'of %s rules is all of four fields, even where they are empty',
    (which) => {
      const own = rulesOf({ percentCommission: '30', amountPerInstall: '99', revenueType: 'net' })
      const group = rulesOf({ percentCommission: '25', durationMonths: '6' })
      expect(resolveRules({ program, ...none, group, [which]: own })).toEqual({
        ...program,
        ...{ percentCommission: '30', durationMonths: null, revenueComponents: null, minPlanValue: null },
      })
    },
  )

  test('of the referral beats that of the member', () => {
    const custom = rulesOf({ percentCommission: '30', durationMonths: '3' })
    const snapshot = rulesOf({ percentCommission: '15' })
    const resolved = resolveRules({ program, group: null, custom, snapshot })
    expect(resolved).toMatchObject({ percentCommission: '15', durationMonths: null })
  })
})

describe('rules of Mantle as an agreement [D423]', () => {
  const convert = (changes: object) =>
    toTerms(rulesOf({ percentCommission: '20', ...changes }), { currency: 'USD', isOfEveryPlan: false })

  test.each([
    [{ durationMonths: '0' }, { durationMonths: null }],
    [{ durationMonths: null }, { durationMonths: null }],
    [{}, { durationMonths: null, basis: 'gross', rateBps: 2000, holdDays: 0 }],
    [{ durationMonths: '18' }, { durationMonths: 18 }],
    [{ percentCommission: '12.5' }, { rateBps: 1250 }],
    [{ percentCommission: '7.000000000000001' }, { rateBps: 700 }],
    [{ revenueComponents: [] }, { includedSaleKinds: ['subscription_sale', 'usage_sale', 'one_time_sale'] }],
    [{ revenueComponents: ['one-time', 'one_time'] }, { includedSaleKinds: ['one_time_sale'] }],
    [{ revenueType: 'net' }, { basis: 'net' }],
    [
      { percentCommission: '0', amountPerInstall: '5' },
      { rateBps: 0, cpi: { amountMinor: '500', currency: 'USD' } },
    ],
  ])('%j are %j', (told, expected) => {
    expect(convert(told).rules).toMatchObject(expected)
  })

  test.each([
    { percentCommission: '12.345' },
    { minPlanValue: '30' },
    { percentCommission: null },
    { percentCommission: '101' },
    { percentCommission: 'twenty' },
    { durationMonths: '1.5' },
    { durationMonths: '-1' },
    { revenueType: 'profit' },
    { revenueComponents: ['tips'] },
  ])('%j cannot be read', (told) => {
    expect(convert(told).rules).toBeNull()
  })

  test('name what has no counterpart', () => {
    const told = { minPlanValue: '30', signupBonus: '5', revenueComponents: ['usage', 'tips'] }
    expect(convert(told).unsupported).toEqual(['minPlanValue', 'signupBonus', 'revenueComponents: tips'])
    expect(convert({ minPlanValue: '0' }).unsupported).toEqual([])
  })
})

describe('an amount of another system [D424]', () => {
  test.each([
    ['251.8000000000001', 2, 25180n],
    ['0.005', 2, 1n],
    ['-0.005', 2, -1n],
    ['0.00499999', 2, 0n],
    ['33.333333333333336', 2, 3333n],
    ['1e3', 2, 100000n],
    ['1.25E-2', 2, 1n],
    ['7', 0, 7n],
    ['7.5', 0, 8n],
    ['1.2345', 3, 1235n],
  ])('%s with %i decimals is %s', (text, scale, minor) => {
    expect(roundAmount(text, scale)?.minor).toBe(minor)
  })

  test.each(['', 'twelve', '1,50', '.5', '1.', '1e9999', '0x10', 'NaN'])('%j is none', (text) => {
    expect(roundAmount(text, 2)).toBeUndefined()
  })

  test('is the text that stands in the file, whatever a float would make of it [D424]', async () => {
    async function* bytes() {
      const text =
        '{"total": 1, "items": [{"amount": 0.1000000000000000055511151231257827}, {"amount": 1.50}]}'
      for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte)
    }
    const read = []
    for await (const { number, item } of readItems(bytes(), { file: 'x' })) read.push([number, item])
    expect(read).toEqual([
      [1, { amount: '0.1000000000000000055511151231257827' }],
      [2, { amount: '1.50' }],
    ])
  })
})
