import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildPayout,
  buildReferral,
  type Item,
  ids,
} from './mantle-export.ts'

const referredAt = '2025-02-01T00:00:00.000Z'
const firstAt = '2025-02-10T00:00:00.000Z'
const secondAt = '2025-03-10T00:00:00.000Z'
const currency = 'USD'

const sold = (number: number, date: string, changes: Item = {}, sale: Item = {}) =>
  buildCommission(number, 5, {
    ...{ date, transaction: { date, grossAmountCurrencyCode: currency, ...sale } },
    ...changes,
  })
const later = sold(2, secondAt)

describeOnEachEngine('a term that Mantle counted', (database) => {
  const listBegun = async ({ workspaceId }: TestApp) => {
    const text = 'select installed_at as at from referrals where workspace_id = $1 order by shop_domain'
    const rows = await database().query<{ at: Date }>({ name: '', text }, [workspaceId])
    return rows.map(({ at }) => at.toISOString())
  }

  test.each<[string, readonly Item[]]>([
    ['other_currency', [sold(1, firstAt, {}, { grossAmountCurrencyCode: 'EUR' })]],
    ['unknown_payout', [sold(1, firstAt, { payoutId: ids.payout(9) })]],
    ['payout_of_another_member', [sold(1, firstAt, { payoutId: ids.payout(1) })]],
    ['told_differently', [sold(1, firstAt), sold(1, firstAt, { amount: 6 })]],
    ['unreadable_amount', [sold(1, firstAt, { amount: 'five' })]],
    ['no_amount', [sold(1, firstAt, { amount: 0 })]],
  ])(
    'begins with the first sale, whether its commission is taken or not: %s [D423]',
    async (reason, items) => {
      const app = await insertApp(database())
      const imported = await importExport(
        database(),
        app,
        buildExport({
          'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
          'commissions.json': [...items, later],
          'payouts.json': [buildPayout(1, 5, { affiliateId: ids.affiliate(2) })],
        }),
      )
      expect(summarize(imported)).toMatchObject({ setAside: { [`commission ${reason}`]: 1 } })
      expect(imported.report.begun.count).toBe(0)
      expect(await listBegun(app)).toEqual([firstAt])
    },
  )

  test('begins with the first sale where that is from the cut-over on [D423]', async () => {
    const app = await insertApp(database())
    const cutOverAt = new Date(firstAt)
    const files = buildExport({ 'commissions.json': [sold(1, firstAt)] })
    const imported = await importExport(database(), app, files, { cutOverAt })
    expect(summarize(imported).setAside).toEqual({ 'commission after_cut_over': 1 })
    expect(await listBegun(app)).toEqual([firstAt])
  })

  test.each<[string, Item]>([
    ['deleted', { deletedAt: secondAt }],
    ['cancelled', { cancelled: true }],
    ['cancelled, nobody knows when', { cancelled: true, updatedAt: null }],
    ['cancelled in a payout', { cancelled: true, payoutId: ids.payout(1) }],
  ])('does not begin with a sale whose commission was %s [D423]', async (_what, changes) => {
    const app = await insertApp(database())
    const files = buildExport({ 'commissions.json': [sold(1, firstAt, changes), later] })
    await importExport(database(), app, files)
    expect(await listBegun(app)).toEqual([secondAt])
  })

  test('begins at the same instant in whichever order its currencies are imported [D423]', async () => {
    const commissions = [sold(1, firstAt, {}, { grossAmountCurrencyCode: 'EUR' }), later]
    const files = buildExport({ 'commissions.json': commissions })
    for (const order of [
      ['USD', 'EUR'],
      ['EUR', 'USD'],
    ]) {
      const app = await insertApp(database())
      for (const next of order) await importExport(database(), app, files, { currency: next })
      expect(await listBegun(app)).toEqual([firstAt])
    }
  })

  test('does not begin with a commission of another member [D423]', async () => {
    const app = await insertApp(database())
    const borrowed = sold(1, firstAt, { affiliateId: ids.affiliate(2) })
    const files = buildExport({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
      'attributions.json': [buildReferral(1), buildReferral(2)],
      'commissions.json': [borrowed, later],
    })
    const { report } = await importExport(database(), app, files)
    expect(await listBegun(app)).toEqual([secondAt, referredAt])
    expect(report.begun.first).toMatchObject([{ sourceId: ids.referral(2) }])
  })
})
