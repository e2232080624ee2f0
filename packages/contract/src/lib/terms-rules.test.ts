import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRules, describeIssue, usd } from '../../test/builders.ts'
import { currencyCodes } from './currencies.ts'
import * as limits from './limits.ts'
import { saleKinds, type TermsRules, termsRulesSchema } from './terms.ts'
import { checkEffectiveAt, checkTermsRules, toSavedRules } from './terms-rules.ts'

const issues = (changes: Readonly<Record<string, unknown>>) =>
  checkTermsRules(buildRules(changes)).map(describeIssue)

const anyMoney = fc.record({
  amountMinor: fc.oneof(fc.constantFrom('0', '1'), fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map(String)),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
})

/** Any rules that pass the schema step. */
const anyRules: fc.Arbitrary<TermsRules> = fc
  .record(
    {
      basis: fc.constantFrom('gross' as const, 'net' as const),
      rateBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: limits.rateBpsMax })),
      cpi: anyMoney,
      includedSaleKinds: fc.subarray([...saleKinds]),
      durationMonths: fc.option(fc.integer({ min: 1, max: limits.durationMonthsMax })),
      holdDays: fc.integer({ min: 0, max: limits.holdDaysMax }),
      threshold: anyMoney,
      windowDays: fc.integer({ min: 1, max: limits.windowDaysMax }),
      allowExistingShops: fc.boolean(),
      allowManualClaims: fc.boolean(),
      thresholds: fc.array(anyMoney, { maxLength: 6 }),
    },
    {
      requiredKeys: [
        'basis',
        'rateBps',
        'cpi',
        'includedSaleKinds',
        'durationMonths',
        'holdDays',
        'threshold',
        'windowDays',
        'allowExistingShops',
        'allowManualClaims',
      ],
    },
  )
  .map((rules) => termsRulesSchema.parse(rules))

/** The rules of interface 4.1 once more, each as plainly as the interface says it. */
function brokenRules(rules: TermsRules): readonly string[] {
  const { rateBps, cpi, includedSaleKinds, threshold, thresholds = [threshold] } = rules
  const inPrimaryCurrency = thresholds.filter(({ currency }) => currency === threshold.currency)
  const hasPrimary = inPrimaryCurrency.some(({ amountMinor }) => amountMinor === threshold.amountMinor)
  const currencies = thresholds.map(({ currency }) => currency)
  return [
    ...(rateBps === 0 && BigInt(cpi.amountMinor) <= 0n ? ['zero_rate_needs_cpi'] : []),
    ...(rateBps > 0 && includedSaleKinds.length === 0 ? ['sale_kinds_required'] : []),
    ...(!hasPrimary && inPrimaryCurrency.length > 0 ? ['primary_threshold_differs'] : []),
    ...(inPrimaryCurrency.length === 0 ? ['primary_threshold_missing'] : []),
    ...Array(currencies.length - new Set(currencies).size).fill('threshold_currency_repeated'),
  ]
}

describe('checkTermsRules', () => {
  it('rejects a zero rate without an install reward [4.1-2] [2.2-rateBps]', () => {
    expect(issues({ rateBps: 0, cpi: usd('0') })).toEqual(['/rules/cpi/amountMinor zero_rate_needs_cpi'])
    expect(issues({ rateBps: 0, cpi: usd('1') })).toEqual([])
    expect(issues({ rateBps: 1, cpi: usd('0') })).toEqual([])
  })

  it('rejects a rate without a kind of sale [4.1-3] [2.2-includedSaleKinds]', () => {
    expect(issues({ rateBps: 1, includedSaleKinds: [] })).toEqual([
      '/rules/includedSaleKinds sale_kinds_required',
    ])
    expect(issues({ rateBps: 0, cpi: usd('1'), includedSaleKinds: [] })).toEqual([])
  })

  it('rejects thresholds without the primary one, an empty list too [4.1-4] [2.2-thresholds]', () => {
    const missing = ['/rules/thresholds primary_threshold_missing']

    expect(issues({ thresholds: [] })).toEqual(missing)
    expect(issues({ thresholds: [{ amountMinor: '5000', currency: 'EUR' }] })).toEqual(missing)
    expect(issues({ thresholds: [usd('5000')] })).toEqual([])
  })

  it('rejects a primary threshold with another amount [4.1-4] [2.2-thresholds]', () => {
    expect(issues({ thresholds: [usd('5001')] })).toEqual(['/rules/thresholds primary_threshold_differs'])
  })

  it('rejects each repetition of a currency where it stands [4.1-4] [2.2-thresholds]', () => {
    const eur = { amountMinor: '1', currency: 'EUR' }

    expect(issues({ thresholds: [eur, usd('5000'), eur, usd('5000')] })).toEqual([
      '/rules/thresholds/2/currency threshold_currency_repeated',
      '/rules/thresholds/3/currency threshold_currency_repeated',
    ])
  })

  it('tells every broken rule at once, always in the same order [4.1-1] [D3]', () => {
    const thresholds = [usd('1'), usd('2')]

    expect(issues({ rateBps: 0, includedSaleKinds: [], thresholds })).toEqual([
      '/rules/cpi/amountMinor zero_rate_needs_cpi',
      '/rules/thresholds primary_threshold_differs',
      '/rules/thresholds/1/currency threshold_currency_repeated',
    ])
  })

  it('finds exactly the broken rules of any well-formed terms [4.1-2] [4.1-3] [4.1-4] [D3]', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(checkTermsRules(rules).map(({ code }) => code)).toEqual(brokenRules(rules))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('checkEffectiveAt', () => {
  const nowMs = Date.parse('2026-11-21T09:30:00Z')
  const codes = (atMs: number, clockMs = nowMs) => checkEffectiveAt(atMs, clockMs).map(describeIssue)

  it('allows 5 s behind the clock and not a millisecond more [4.1-effectiveAt] [D11]', () => {
    expect(codes(nowMs)).toEqual([])
    expect(codes(nowMs - 5000)).toEqual([])
    expect(codes(nowMs - 5001)).toEqual(['/effectiveAt effective_at_in_past'])
  })

  it('allows 10 years ahead and not a millisecond more [D11]', () => {
    const latestMs = Date.parse('2036-11-21T09:30:00Z')

    expect(codes(latestMs)).toEqual([])
    expect(codes(latestMs + 1)).toEqual(['/effectiveAt effective_at_too_far'])
  })

  it('counts ten years from a leap day to the first of March [D11]', () => {
    const leapDayMs = Date.parse('2028-02-29T00:00:00Z')

    expect(codes(Date.parse('2038-03-01T00:00:00Z'), leapDayMs)).toEqual([])
    expect(codes(Date.parse('2038-03-01T00:00:00.001Z'), leapDayMs)).toEqual([
      '/effectiveAt effective_at_too_far',
    ])
  })
})

describe('toSavedRules', () => {
  it('derives the thresholds from the primary one when they are left out [2.2-thresholds] [D14]', () => {
    expect(toSavedRules(buildRules()).thresholds).toEqual([usd('5000')])
  })

  it('sorts the thresholds by currency and leaves the rules it was given alone [D14]', () => {
    const thresholds = Object.freeze(
      ['USD', 'EUR', 'JPY'].map((currency) => ({ amountMinor: '5000', currency })),
    )

    const saved = toSavedRules(buildRules({ thresholds }))

    expect(saved.thresholds.map(({ currency }) => currency)).toEqual(['EUR', 'JPY', 'USD'])
    expect(saved).toMatchObject(buildRules())
  })

  it('changes nothing when it is applied again, and depends on no order [D14]', () => {
    const anyThresholds = fc.uniqueArray(
      fc.record({ amountMinor: fc.constant('7'), currency: fc.constantFrom(...currencyCodes) }),
      {
        selector: ({ currency }) => currency,
        minLength: 1,
        maxLength: limits.thresholdsMax,
      },
    )
    fc.assert(
      fc.property(anyRules, anyThresholds, (rules, thresholds) => {
        const saved = toSavedRules({ ...rules, thresholds })

        expect(toSavedRules(saved)).toEqual(saved)
        expect(toSavedRules({ ...rules, thresholds: thresholds.toReversed() })).toEqual(saved)
      }),
    )
  })
})
