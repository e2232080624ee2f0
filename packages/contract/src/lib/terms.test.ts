import { describe, expect, it } from 'vitest'
import { buildRules, issuesOf, usd } from '../../test/builders.ts'
import { saleKinds, saveTermsRequestSchema, termsRulesSchema, termsVersionSchema } from './terms.ts'

const issues = (changes: Readonly<Record<string, unknown>>) => issuesOf(termsRulesSchema, buildRules(changes))

const effectiveAtIssues = (effectiveAt: unknown) =>
  issuesOf(saveTermsRequestSchema, { rules: buildRules(), effectiveAt })

const version = {
  id: '019a3c5e-7d10-7c3a-9b52-4c8d1e2f3a41',
  programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  target: { kind: 'membership', id: '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3' },
  rules: { ...buildRules(), thresholds: [usd('5000')] },
  effectiveAt: '2026-11-21T09:30:00.000Z',
}

describe('termsRulesSchema', () => {
  it('takes gross and net, in this spelling [2.2-basis]', () => {
    for (const basis of ['gross', 'net']) expect(issues({ basis })).toEqual([])
    for (const basis of ['Gross', 'gross ', '', null, 1]) {
      expect(issues({ basis })).toEqual(['/basis invalid_value'])
    }
  })

  it('takes rates from 0 to 10000 basis points [2.2-rateBps] [8-rateBps]', () => {
    for (const rateBps of [0, 1, 20, 10_000]) expect(issues({ rateBps })).toEqual([])
    expect(issues({ rateBps: -1 })).toEqual(['/rateBps too_small'])
    expect(issues({ rateBps: 10_001 })).toEqual(['/rateBps too_big'])
  })

  it('takes whole numbers only, and no numbers in quotation marks [2.2-rateBps] [4.1-7]', () => {
    for (const rateBps of [0.2, 20.5, '2000', '20%', null, true, Number.NaN]) {
      expect(issues({ rateBps })).toEqual(['/rateBps invalid_type'])
    }
  })

  it('takes an install reward of 0 beside a rate [2.2-cpi]', () => {
    expect(issues({ cpi: usd('0') })).toEqual([])
    expect(issues({ cpi: '0' })).toEqual(['/cpi invalid_type'])
    expect(issues({ cpi: { amountMinor: '-1', currency: 'USD' } })).toEqual([
      '/cpi/amountMinor invalid_format',
    ])
  })

  it('takes any selection of the kinds of sale, also none [2.2-includedSaleKinds]', () => {
    for (const includedSaleKinds of [[], saleKinds, ['one_time_sale', 'usage_sale']]) {
      expect(issues({ includedSaleKinds })).toEqual([])
    }
  })

  it('rejects unknown and repeated kinds of sale [2.2-includedSaleKinds]', () => {
    expect(issues({ includedSaleKinds: ['refund'] })).toEqual(['/includedSaleKinds/0 invalid_value'])
    expect(issues({ includedSaleKinds: ['usage_sale', 'usage_sale'] })).toEqual([
      '/includedSaleKinds not_unique',
    ])
    expect(issues({ includedSaleKinds: 'usage_sale' })).toEqual(['/includedSaleKinds invalid_type'])
  })

  it('takes 1 to 1200 months or null, and never 0 [2.2-durationMonths] [8-durationMonths]', () => {
    for (const durationMonths of [1, 1200, null]) expect(issues({ durationMonths })).toEqual([])
    expect(issues({ durationMonths: 0 })).toEqual(['/durationMonths too_small'])
    expect(issues({ durationMonths: 1201 })).toEqual(['/durationMonths too_big'])
    expect(issues({ durationMonths: 1.5 })).toEqual(['/durationMonths invalid_type'])
  })

  it('takes 0 to 3650 days of holding [2.2-holdDays] [8-holdDays]', () => {
    for (const holdDays of [0, 3650]) expect(issues({ holdDays })).toEqual([])
    expect(issues({ holdDays: -1 })).toEqual(['/holdDays too_small'])
    expect(issues({ holdDays: 3651 })).toEqual(['/holdDays too_big'])
  })

  it('takes a window of 1 to 365 days [2.2-windowDays] [8-windowDays]', () => {
    for (const windowDays of [1, 365]) expect(issues({ windowDays })).toEqual([])
    expect(issues({ windowDays: 0 })).toEqual(['/windowDays too_small'])
    expect(issues({ windowDays: 366 })).toEqual(['/windowDays too_big'])
  })

  it('takes a threshold of 0 and none below [2.2-threshold]', () => {
    expect(issues({ threshold: usd('0') })).toEqual([])
    expect(issues({ threshold: usd('-1') })).toEqual(['/threshold/amountMinor invalid_format'])
  })

  it('takes booleans only for the two policies [2.2-allowExistingShops] [2.2-allowManualClaims]', () => {
    for (const value of ['true', 1, null]) {
      expect(issues({ allowExistingShops: value, allowManualClaims: value })).toEqual([
        '/allowExistingShops invalid_type',
        '/allowManualClaims invalid_type',
      ])
    }
  })

  it('takes 30 thresholds and rejects 31, whatever they say [2.2-thresholds] [8-thresholds]', () => {
    expect(issues({ thresholds: Array(30).fill(usd('5000')) })).toEqual([])
    expect(issues({ thresholds: Array(31).fill(usd('5000')) })).toEqual(['/thresholds too_big'])
  })

  it('leaves an empty list and a repeated currency to the business step [2.2-thresholds] [4.1-1]', () => {
    expect(issues({ thresholds: [] })).toEqual([])
    expect(issues({ thresholds: [usd('1'), usd('2')] })).toEqual([])
    expect(issues({ thresholds: null })).toEqual(['/thresholds invalid_type'])
  })

  it('leaves a zero rate and missing kinds of sale to the business step [4.1-1]', () => {
    expect(issues({ rateBps: 0, cpi: usd('0') })).toEqual([])
    expect(issues({ rateBps: 1, includedSaleKinds: [] })).toEqual([])
  })

  it('requires every member but thresholds, and names all that are missing [2.2-full]', () => {
    const required = Object.keys(buildRules()).map((name) => `/${name} required`)

    expect(issuesOf(termsRulesSchema, {})).toEqual(required)
  })

  it('rejects unknown members at every level [D13]', () => {
    expect(issues({ rate: 20, threshold: { ...usd('1'), scale: 2 } })).toEqual([
      '/threshold/scale unknown_member',
      '/rate unknown_member',
    ])
  })

  it('rejects what is no object [2.2-full]', () => {
    for (const rules of [null, [], 'rules', 1]) {
      expect(issuesOf(termsRulesSchema, rules)).toEqual(['invalid_type'])
    }
  })
})

describe('saveTermsRequestSchema', () => {
  it('takes rules alone, and rejects a body without them [4.1-rules] [4.1-effectiveAt]', () => {
    expect(issuesOf(saveTermsRequestSchema, { rules: buildRules() })).toEqual([])
    expect(issuesOf(saveTermsRequestSchema, {})).toEqual(['/rules required'])
    expect(issuesOf(saveTermsRequestSchema, buildRules())).toContain('/rules required')
  })

  it('takes instants with Z or an offset, in seconds or finer [4.1-effectiveAt] [D11]', () => {
    const instants = [
      '2027-01-31T00:00:00Z',
      '2027-01-31T00:00:00.123456789+05:30',
      '2028-02-29T23:59:59-11:59',
    ]
    for (const instant of instants) expect(effectiveAtIssues(instant), instant).toEqual([])
  })

  it('rejects instants without an offset, of no calendar day, or in other forms [4.1-effectiveAt] [D11]', () => {
    const rejected = [
      '2027-01-31T00:00:00',
      '2027-01-31',
      '2027-02-29T00:00:00Z',
      '2027-02-30T00:00:00Z',
      '2027-01-31T24:00:00Z',
      '2027-01-31T00:00Z',
      '2027-01-31 00:00:00Z',
      '2027-01-31T00:00:00Z\n',
      '20270131T000000Z',
      '',
      'now',
    ]
    for (const text of rejected)
      expect(effectiveAtIssues(text), text).toEqual(['/effectiveAt invalid_format'])
    for (const value of [null, 0, 1_800_000_000_000]) {
      expect(effectiveAtIssues(value)).toEqual(['/effectiveAt invalid_type'])
    }
  })

  it('rejects unknown members beside the rules [D13]', () => {
    expect(issuesOf(saveTermsRequestSchema, { rules: buildRules(), effectiveat: 'x' })).toEqual([
      '/effectiveat unknown_member',
    ])
  })
})

describe('termsVersionSchema', () => {
  it('takes the fields of the interface alone, and keeps further ones [2.3-further] [D13]', () => {
    const later = { ...version, note: 'x', rules: { ...version.rules, cap: null } }

    expect(termsVersionSchema.parse(version)).toEqual(version)
    expect(termsVersionSchema.parse(later)).toEqual(later)
  })

  it('takes a sale kind and a currency that came later [D13]', () => {
    const rules = {
      ...version.rules,
      includedSaleKinds: ['gift_sale'],
      cpi: { amountMinor: '1', currency: 'QQQ' },
    }

    expect(issuesOf(termsVersionSchema, { ...version, rules })).toEqual([])
  })

  it('rejects a response for anything but a membership [2.3-target]', () => {
    const target = { ...version.target, kind: 'group' }

    expect(issuesOf(termsVersionSchema, { ...version, target })).toEqual(['/target/kind invalid_value'])
  })

  it('rejects a response without the required fields [2.3-id] [2.3-programId] [2.3-rules] [2.3-effectiveAt]', () => {
    expect(issuesOf(termsVersionSchema, { target: version.target })).toEqual([
      '/id required',
      '/programId required',
      '/rules required',
      '/effectiveAt required',
    ])
  })
})
