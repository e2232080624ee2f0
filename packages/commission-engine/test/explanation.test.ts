import {
  attributeUnits,
  explainArithmetic,
  explainShop,
  explainTime,
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
const { rules } = buildContract()

const arithmeticOf = ({ base, position }: ReturnType<typeof post>[number] | undefined = raise()) =>
  base && explainArithmetic(base, rules, position)

const timeOf = (entry: ReturnType<typeof post>[number] | undefined = raise()) => explainTime(entry, rules)

function raise(): never {
  throw new Error('nothing was posted')
}

describe('attributeUnits', () => {
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

describe('explainArithmetic', () => {
  it('leads from the base to the amount', () => {
    const [entry] = post(facts, nothing)

    expect(arithmeticOf(entry)).toEqual({
      rateBps: 2000,
      basis: 'gross',
      baseBefore: '0',
      baseChange: '19.0',
      worthBefore: '0',
      worthAfter: '380',
      exact: '380.000',
      fractionCarried: '0.000',
    })
  })

  it('writes out the fraction that a position carries on', () => {
    const appTransactions = ['2026-02-01', '2026-03-01'].map((on) => buildCollection({ gross: '19.99', on }))
    const [, second] = post({ ...facts, appTransactions }, nothing)

    expect(arithmeticOf(second)).toEqual({
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
})

describe('explainTime', () => {
  it('says that a sale waits from when it was collected, and what takes from it with it', () => {
    const refund = buildCollection({ gross: '-19.0', on: '2026-02-10' })
    const [accrual, reversal] = post({ ...facts, appTransactions: [sale, refund] }, nothing)

    expect(timeOf(accrual)).toEqual({ code: 'collected', at: '2026-02-01T00:00:00Z', holdDays: 30 })
    expect(reversal?.entry).toBe('reversal')
    expect(timeOf(reversal)).toEqual({ code: 'taken_back', at: '2026-02-10T00:00:00Z' })
    expect(arithmeticOf(reversal)).toMatchObject({
      ...{ baseBefore: '19.0', baseChange: '-19.0', worthBefore: '380', worthAfter: '0' },
    })
  })

  it('tells a correction of a sale, each way', () => {
    const [accrual] = post(facts, nothing)
    const restated = (gross: string) => ({
      ...facts,
      appTransactions: [
        buildCollection({ gross, on: '2026-02-01', platformId: sale.platformId, revision: 2 }),
      ],
    })
    const posted = toPosted(accrual === undefined ? [] : [accrual])
    const [reversal] = post(restated('9.0'), posted)

    expect(reversal?.entry).toBe('reversal')
    expect(timeOf(reversal)).toMatchObject({ code: 'corrected' })
  })

  it('needs no app transaction for an install reward, and its referral for a void', () => {
    const rewarded = buildReferral({
      contracts: [buildContract({ cpi: { amountMinor: '500', currency: 'USD' } })],
    })
    const [reward] = post({ ...facts, referrals: [rewarded], appTransactions: [] }, nothing)
    const voided = {
      ...facts,
      referrals: [{ ...rewarded, voidedAtMs: at('2026-05-01') }],
      appTransactions: [],
    }
    const [reversal] = post(voided, toPosted(reward === undefined ? [] : [reward]))

    expect(arithmeticOf(reward)).toBeNull()
    expect(timeOf(reward)).toEqual({ code: 'installed', at: '2026-01-01T00:00:00Z', holdDays: 30 })
    expect(timeOf(reversal)).toEqual({ code: 'referral_voided', at: '2026-05-01T00:00:00Z' })
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
