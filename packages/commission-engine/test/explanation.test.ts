import {
  attributeUnits,
  type Entry,
  type ExplanationFacts,
  explainEntry,
  explainShop,
  explainUnit,
  isSale,
  post,
  type Sale,
  type ShopFacts,
  toPosted,
} from '@affiliate-platform/commission-engine'
import { describe, expect, it } from 'vitest'
import { at, buildCollection, buildContract, buildReferral } from './builders.ts'

const sale = buildCollection({
  gross: '19.0',
  net: '18.45',
  on: '2026-02-01',
  platformId: 'gid://partners/AppSubscriptionSale/764220980',
}) as Sale
const referral = buildReferral()
const facts: ShopFacts = { referrals: [referral], appTransactions: [sale], refundLinks: new Map() }
const nothing = toPosted([])
const payout = {
  id: 'payout 1',
  amount: { amountMinor: '380', currency: 'USD' },
  run: 'run 1',
  asOfMs: at('2026-04-01'),
  threshold: { amountMinor: '0', from: 'terms version 1, membership' },
}

/** What a platform knows of a commission of the shop. */
function factsOf(commission: Entry, changes: Partial<ExplanationFacts> = {}): ExplanationFacts {
  return {
    id: 'commission 1',
    commission,
    contract: { ...buildContract(), copiedFrom: 'terms version 1', rulesHash: 'abc' },
    referral: {
      ...referral,
      shopDomain: 's.myshopify.com',
      evidence: [{ kind: 'click', atMs: at('2025-12-31') }],
    },
    appTransaction: { ...sale, importRun: 'import 1' },
    original: null,
    takenBack: [],
    reports: [],
    confirmations: [],
    ...changes,
  }
}

describe('explainUnit', () => {
  it('leads from a unit to its app transaction, in the shape that scripts read', () => {
    const [entry] = post(facts, nothing)
    if (entry === undefined) throw new Error('nothing was posted')

    expect(JSON.parse(JSON.stringify(explainUnit(380n, payout, factsOf(entry))))).toEqual({
      unit: 380,
      payout: {
        id: 'payout 1',
        amount: { amountMinor: '380', currency: 'USD' },
        run: 'run 1',
        asOf: '2026-04-01T00:00:00Z',
        threshold: { amountMinor: '0', from: 'terms version 1, membership' },
      },
      commission: {
        id: 'commission 1',
        entry: 'accrual',
        saleKind: 'subscription_sale',
        availableAt: '2026-03-03T00:00:00Z',
        because: 'collected 2026-02-01T00:00:00Z + 30 days',
      },
      arithmetic: {
        rateBps: 2000,
        basis: 'gross',
        baseBefore: '0',
        baseChange: '19.0',
        worthBefore: '0',
        worthAfter: '380',
        exact: '380.000',
        fractionCarried: '0.000',
      },
      contract: {
        id: 'c1',
        appliesFrom: '2026-01-01T00:00:00Z',
        copiedFrom: 'terms version 1',
        rulesHash: 'abc',
      },
      referral: {
        id: 'r1',
        shop: 's.myshopify.com',
        installedAt: '2026-01-01T00:00:00Z',
        endsAt: null,
        evidence: [{ kind: 'click', at: '2025-12-31T00:00:00Z' }],
      },
      appTransaction: {
        platformId: 'gid://partners/AppSubscriptionSale/764220980',
        revision: 1,
        gross: '19.0 USD',
        net: '18.45 USD',
        chargeId: 'gid://shopify/AppSubscription/31499911397',
        collectedAt: '2026-02-01T00:00:00Z',
        importRun: 'import 1',
      },
      takenBack: [],
      reports: [],
      confirmations: [],
    })
  })

  it('writes a unit that no JSON number can be as its digits', () => {
    const [entry] = post(facts, nothing)
    if (entry === undefined) throw new Error('nothing was posted')

    expect(explainUnit(2n ** 53n - 1n, payout, factsOf(entry)).unit).toBe(Number.MAX_SAFE_INTEGER)
    expect(explainUnit(10n ** 37n, payout, factsOf(entry)).unit).toBe(`1${'0'.repeat(37)}`)
  })

  it('adds up to the payout over all units, each with an app transaction of its own', () => {
    const on = ['2026-02-01', '2026-03-01', '2026-04-01']
    const appTransactions = [
      ...on.map((day) => buildCollection({ gross: '0.99', on: day })),
      buildCollection({ gross: '-0.5', on: '2026-04-10' }),
    ]
    const entries = post({ ...facts, appTransactions }, nothing)
    const lines = entries.map((entry, index) => ({
      ...entry,
      id: `line ${index}`,
      salePlatformId: entry.originalPlatformId ?? entry.platformId,
    }))
    const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0n)
    const spans = attributeUnits(lines)
    const units = spans.flatMap(({ line, firstUnit, lastUnit }) =>
      Array.from({ length: parseUnits(lastUnit - firstUnit + 1n) }, () => line.salePlatformId),
    )

    expect(units).toHaveLength(parseUnits(sum))
    expect(units.every((id) => appTransactions.some((one) => one.platformId === id && isSale(one)))).toBe(
      true,
    )
    expect(spans.at(-1)?.lastUnit).toBe(sum)
  })
})

const parseUnits = (count: bigint): number => Number(count)

describe('explainEntry', () => {
  it('writes out the fraction that a position carries on', () => {
    const appTransactions = ['2026-02-01', '2026-03-01'].map((on) => buildCollection({ gross: '19.99', on }))
    const [, second] = post({ ...facts, appTransactions }, nothing)
    if (second === undefined) throw new Error('nothing was posted')

    expect(explainEntry(factsOf(second)).arithmetic).toEqual({
      rateBps: 2000,
      basis: 'gross',
      baseBefore: '19.99',
      baseChange: '19.99',
      worthBefore: '399',
      worthAfter: '799',
      exact: '799.600',
      fractionCarried: '0.600',
    })
  })

  it('names the kind of the sale that a refund takes from, and why it waits', () => {
    const refund = buildCollection({ gross: '-19.0', on: '2026-02-10' })
    const [, reversal] = post({ ...facts, appTransactions: [sale, refund] }, nothing)
    if (reversal === undefined) throw new Error('nothing was posted')
    const refundFacts = factsOf(reversal, {
      appTransaction: { ...refund, importRun: 'import 1' },
      original: sale,
    })

    expect(explainEntry(refundFacts)).toMatchObject({
      commission: {
        entry: 'reversal',
        saleKind: 'subscription_sale',
        because: 'taken back 2026-02-10T00:00:00Z, available with what it changes',
      },
      arithmetic: { baseBefore: '19.0', baseChange: '-19.0', worthBefore: '380', worthAfter: '0' },
    })
  })

  it('tells what was taken back from a sale, and when its referral ends', () => {
    const [entry] = post(facts, nothing)
    if (entry === undefined) throw new Error('nothing was posted')
    const refund = buildCollection({ gross: '-6.66', on: '2026-02-10', platformId: 'refund' })
    const contract = { ...buildContract({ durationMonths: 12 }), copiedFrom: 't', rulesHash: 'h' }

    expect(
      explainEntry(factsOf(entry, { contract, takenBack: [{ refund, baseNano: 6_660_000_000n }] })),
    ).toMatchObject({
      referral: { endsAt: '2027-01-01T00:00:00Z' },
      takenBack: [
        { platformId: 'refund', collectedAt: '2026-02-10T00:00:00Z', gross: '-6.66 USD', base: '6.66' },
      ],
    })
  })

  it('needs no app transaction for an install reward, and its referral for a void', () => {
    const rewarded = buildReferral({
      contracts: [buildContract({ cpi: { amountMinor: '500', currency: 'USD' } })],
    })
    const [reward] = post({ ...facts, referrals: [rewarded], appTransactions: [] }, nothing)
    if (reward === undefined) throw new Error('nothing was posted')
    const voided = {
      ...facts,
      referrals: [{ ...rewarded, voidedAtMs: at('2026-05-01') }],
      appTransactions: [],
    }
    const [reversal] = post(voided, toPosted([reward]))
    if (reversal === undefined) throw new Error('nothing was taken back')
    const because = (entry: Entry) =>
      explainEntry(factsOf(entry, { appTransaction: null })).commission.because

    expect(explainEntry(factsOf(reward, { appTransaction: null }))).toMatchObject({
      arithmetic: null,
      appTransaction: null,
    })
    expect(because(reward)).toBe('installed 2026-01-01T00:00:00Z + 30 days')
    expect(because(reversal)).toBe('referral voided 2026-05-01T00:00:00Z, available with what it changes')
  })

  it('ends in a named person for a payout by hand', () => {
    const commission = {
      cause: 'manual',
      entry: 'accrual',
      availableAtMs: 0,
      by: 'Ada',
      reason: 'a bonus',
    } as const
    const manual: ExplanationFacts = {
      ...{
        id: 'commission 2',
        commission,
        contract: null,
        referral: null,
        appTransaction: null,
        original: null,
      },
      ...{ takenBack: [], reports: [], confirmations: [] },
    }

    expect(explainEntry(manual)).toMatchObject({
      commission: { saleKind: null, because: 'entered by Ada: a bonus' },
      arithmetic: null,
      contract: null,
      referral: null,
    })
  })
})

describe('explainShop', () => {
  it('lists every app transaction with its position or why it has none, and what a refund took', () => {
    const early = buildCollection({ gross: '9.0', on: '2025-12-01' })
    const refund = buildCollection({ gross: '-30.0', on: '2026-02-10' })
    const position = { referralId: 'r1', contractId: 'c1', currency: 'USD' }

    expect(explainShop({ ...facts, appTransactions: [refund, sale, early] })).toMatchObject([
      {
        platformId: early.platformId,
        gross: '9.0 USD',
        position: null,
        skipped: 'before_referral',
        took: null,
      },
      { platformId: sale.platformId, net: '18.45 USD', position, skipped: null, took: null },
      {
        platformId: refund.platformId,
        position: null,
        took: {
          from: [
            { platformId: sale.platformId, gross: '19.0 USD', base: '-19.0' },
            { platformId: early.platformId, gross: '9.0 USD', base: '0' },
          ],
          noOriginal: '2.0 USD',
        },
      },
    ])
  })
})
