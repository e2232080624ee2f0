import { describe, expect, it } from 'vitest'
import type { ExplainedRow } from '../../src/explain/commission-row.ts'
import { explainRow } from '../../src/explain/explain-row.ts'

const rules = { basis: 'gross', rateBps: 2000, durationMonths: null, holdDays: 30 }

/** A commission of the only sale of a shop. */
const buildRow = (changes: Partial<ExplainedRow> = {}): ExplainedRow => ({
  ...{ id: 'commission 1', currency: 'USD', entry: 'accrual', cause: 'sale', saleKind: 'subscription_sale' },
  ...{ platformId: 'sale 1', originalPlatformId: null, baseBefore: '0', baseChange: '19.000000000' },
  ...{ amountMinor: '380', accruedAt: new Date('2026-02-01'), availableAt: new Date('2026-03-03') },
  ...{ actor: 'system', reason: null, isUndoing: false, payoutId: null },
  ...{ contractId: 'c1', appliesFrom: new Date('2026-01-01'), rules: JSON.stringify(rules) },
  ...{ termsVersionId: 'version 1', agreement: null },
  ...{ referralId: 'r1', shopDomain: 's.myshopify.com', installedAt: new Date('2026-01-01') },
  evidence: [{ kind: 'click', at: '2025-12-31T00:00:00Z' }],
  appTransaction: {
    ...{ platformId: 'sale 1', revision: 1, gross: '19.0 USD', net: '18.45 USD', chargeId: null },
    ...{ collectedAt: '2026-02-01T00:00:00Z', importRun: 'import 1' },
  },
  takenBack: null,
  takenFrom: null,
  ...changes,
})

describe('explainRow', () => {
  it('leads from a commission to its app transaction, in the shape that scripts read', () => {
    const row = buildRow()

    expect(explainRow(row, undefined)).toEqual({
      commission: {
        id: 'commission 1',
        entry: 'accrual',
        saleKind: 'subscription_sale',
        availableAt: '2026-03-03T00:00:00Z',
        because: { code: 'collected', at: '2026-02-01T00:00:00Z', holdDays: 30 },
      },
      arithmetic: {
        ...{ rateBps: 2000, basis: 'gross', baseBefore: '0', baseChange: '19.0', worthBefore: '0' },
        ...{ worthAfter: '380', exact: '380.000', fractionCarried: '0.000' },
      },
      contract: {
        id: 'c1',
        appliesFrom: '2026-01-01T00:00:00Z',
        copiedFrom: { code: 'terms_version', id: 'version 1' },
        rulesHash: expect.stringMatching(/^[\da-f]{64}$/),
      },
      referral: {
        id: 'r1',
        shop: 's.myshopify.com',
        installedAt: '2026-01-01T00:00:00Z',
        endsAt: null,
        evidence: [{ kind: 'click', at: '2025-12-31T00:00:00Z' }],
      },
      appTransaction: row.appTransaction,
      ...{ takenBack: [], reports: [], confirmations: [] },
    })
  })

  it('tells when the referral ends, and what was agreed with its member', () => {
    const text = JSON.stringify({ ...rules, durationMonths: 12 })
    const row = buildRow({ rules: text, termsVersionId: null, agreement: 'as of old' })

    expect(explainRow(row, undefined)).toMatchObject({
      contract: { copiedFrom: { code: 'agreement', reason: 'as of old' } },
      referral: { endsAt: '2027-01-01T00:00:00Z' },
    })
  })

  it('has no arithmetic for an install reward and for what a person entered', () => {
    const reward = buildRow({ cause: 'install_reward', platformId: null, appTransaction: null })
    const ofNothing = { contractId: null, rules: null, referralId: null, appTransaction: null } as const
    const byHand = { cause: 'manual', saleKind: null, platformId: null, actor: 'Ada' } as const

    expect(explainRow(reward, undefined)).toMatchObject({
      commission: { because: { code: 'installed', at: '2026-02-01T00:00:00Z', holdDays: 30 } },
      ...{ arithmetic: null, appTransaction: null },
    })
    expect(explainRow(buildRow({ ...ofNothing, ...byHand, reason: 'a bonus' }), undefined)).toMatchObject({
      commission: { saleKind: null, because: { code: 'manual', by: 'Ada', reason: 'a bonus' } },
      ...{ arithmetic: null, contract: null, referral: null },
    })
  })
})
