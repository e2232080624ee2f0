import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { importLines, readCommissions } from '@affiliate-platform/test-support/money-world'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { HistoryError } from '../../src/history.ts'
import { excludeMembership, previewRun } from '../../src/payout-runs.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { hashTables, importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  buildProgram,
  buildReferral,
  ids,
  type MantleFiles,
} from './mantle-export.ts'

const paidAndOpen = buildExport({
  'commissions.json': [
    buildPaid(1, 251.8000000000001),
    buildPaid(2, 10.005),
    buildPaid(3, 3.333333333333333),
    buildCommission(4, 7.25, { transaction: { date: '2025-04-10T00:00:00.000Z' } }),
    buildCommission(5, 4, {
      cancelled: true,
      cancelReason: 'refunded',
      updatedAt: '2025-05-01T00:00:00.000Z',
    }),
  ],
  'payouts.json': [buildPayout(1, 265.14)],
})

describeOnEachEngine('what Mantle has written down', (database) => {
  const balancesOf = async ({ workspaceId }: TestApp) => await listBalances(database(), { workspaceId })

  test('comes to the same sums here, to the minor unit [D421]', async () => {
    const app = await insertApp(database())
    const imported = await importExport(database(), app, paidAndOpen)
    expect(summarize(imported)).toEqual({
      added: { program: 1, member: 1, code: 1, referral: 1, payout: 1, commission: 5 },
      setAside: {},
    })
    expect(imported.report.money).toEqual({
      ...{ earned: '272.388333333333433', earnedMinor: '27239', cancelledMinor: '400' },
      ...{ paidMinor: '26514', differenceMinor: '0', keptMinor: '0', openMinor: '725' },
    })
    expect(imported.report.rounded.first.map(({ amount, amountMinor }) => [amount, amountMinor])).toEqual([
      ['251.8000000000001', '25180'],
      ['10.005', '1001'],
      ['3.333333333333333', '333'],
    ])
    expect(await balancesOf(app)).toMatchObject([
      {
        memberName: 'Affiliate 1',
        dueMinor: '725',
        heldMinor: '0',
        unpaidMinor: '0',
        reportedMinor: '26514',
      },
    ])
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })

  test('is tried out with the same report, and leaves no row behind [D421]', async () => {
    const app = await insertApp(database())
    const before = await hashTables(database(), app.workspaceId)
    const tried = await importExport(database(), app, paidAndOpen, { isDryRun: true })
    expect(await hashTables(database(), app.workspaceId)).toEqual(before)
    const { report } = await importExport(database(), app, paidAndOpen)
    expect(tried).toEqual({ importId: null, isKnown: false, report })
  })

  test('is imported once [D421]', async () => {
    const app = await insertApp(database())
    const first = await importExport(database(), app, paidAndOpen)
    const before = await hashTables(database(), app.workspaceId)
    expect(await importExport(database(), app, paidAndOpen)).toEqual({ ...first, isKnown: true })
    expect(await hashTables(database(), app.workspaceId)).toEqual(before)
  })

  test('stays separate in two workspaces [D421]', async () => {
    const [app, other] = [await insertApp(database()), await insertApp(database())]
    await importExport(database(), app, paidAndOpen)
    const before = await hashTables(database(), app.workspaceId)
    await importExport(database(), other, paidAndOpen)
    expect(await hashTables(database(), app.workspaceId)).toEqual(before)
    expect(await balancesOf(other)).toMatchObject([{ dueMinor: '725', reportedMinor: '26514' }])
  })

  test('attaches to nothing of another workspace, whatever its ids are [D421]', async () => {
    const [app, other] = [await insertApp(database()), await insertApp(database())]
    await importExport(database(), app, paidAndOpen)
    const before = await hashTables(database(), app.workspaceId)
    // Somebody calls their records what ours are called there.
    const text = JSON.stringify(paidAndOpen)
      .replaceAll(ids.affiliate(1), app.membershipId)
      .replaceAll(ids.program(1), app.programId)
    const foreign: MantleFiles = JSON.parse(text)
    expect(summarize(await importExport(database(), other, foreign)).setAside).toEqual({})
    expect(await hashTables(database(), app.workspaceId)).toEqual(before)
    expect(await balancesOf(other)).toMatchObject([{ dueMinor: '725', reportedMinor: '26514' }])
    const records = 'select record_id as id from history_records where workspace_id = $1'
    const made = await database().query<{ id: string }>({ name: '', text: records }, [other.workspaceId])
    expect(made.map(({ id }) => id)).not.toContain(app.membershipId)
    expect(made.map(({ id }) => id)).not.toContain(app.programId)
  })

  test('is in no payout run before somebody has decided [D422]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, paidAndOpen)
    const { workspaceId } = app
    const asOf = new Date('2026-01-01T00:00:00Z')
    const preview = async () => {
      const found = await previewRun(database(), { workspaceId, asOf })
      return found.ok ? found.preview.decisions : []
    }
    const [held] = await preview()
    expect(held).toMatchObject({ decision: 'excluded', sumMinor: 725n })
    const membershipId = held?.membershipId ?? ''
    const word = { currency: 'USD', isExcluded: false, reason: 'owed by us', actor: 'operator:mia' }
    await excludeMembership(database(), { workspaceId, membershipId, ...word })
    expect(await preview()).toMatchObject([{ decision: 'paid', sumMinor: 725n }])
  })

  const sale = (day: string, changes: Readonly<Record<string, string>> = {}) => ({
    ...{ platformId: `sale/${day}`, kind: 'subscription_sale', shopDomain: 'shop-1.myshopify.com' },
    ...{
      chargeId: `gid://shopify/AppSubscription/${day}`,
      billingInterval: null,
      gross: '50.0',
      net: '48.0',
    },
    ...{ currency: 'USD', collectedAt: `${day}T00:00:00Z` },
    ...changes,
  })
  const refund = { kind: 'adjustment', gross: '-50.0', net: '-48.0', collectedAt: '2025-08-01T00:00:00Z' }

  test('earns nothing again: sales before the cut-over, and their refunds, come to nothing [D421]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, paidAndOpen)
    await importLines(database(), app, [
      sale('2025-03-01'),
      sale('2025-07-01'),
      sale('2025-03-01', { ...refund, platformId: 'refund/old' }),
    ])
    const ofSales = (await readCommissions(database(), app.workspaceId)).filter(
      ({ cause }) => cause !== 'imported',
    )
    expect(ofSales.map(({ amount, appTransactionId }) => [amount.amountMinor, appTransactionId])).toEqual([
      ['1000', 'sale/2025-07-01'],
    ])
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })

  test('is rejected with a cut-over before a sale that was paid there [D421]', async () => {
    const app = await insertApp(database())
    const early = { cutOverAt: new Date('2025-03-01T12:00:00.000Z') }
    await expect(importExport(database(), app, paidAndOpen, early)).rejects.toThrow(HistoryError)
    expect(await balancesOf(app)).toEqual([])
    const later = { cutOverAt: new Date('2025-03-01T12:00:00.001Z') }
    const imported = await importExport(database(), app, paidAndOpen, later)
    expect(imported.report.setAside).toMatchObject([
      { kind: 'commission', reason: 'after_cut_over', count: 1, amountMinor: '725' },
    ])
  })

  test('goes on as agreed: the term begins with the first sale that was not cancelled [D423]', async () => {
    const app = await insertApp(database())
    const sold = (number: number, date: string, changes: object = {}) =>
      buildCommission(number, 5, { date, transaction: { date, grossAmountCurrencyCode: 'USD' }, ...changes })
    await importExport(
      database(),
      app,
      buildExport({
        'commissions.json': [
          sold(1, '2025-02-03T00:00:00.000Z', { cancelled: true }),
          sold(2, '2025-02-20T00:00:00.000Z'),
          sold(3, '2025-03-20T00:00:00.000Z'),
        ],
      }),
    )
    await importLines(database(), app, [sale('2026-02-19'), sale('2026-02-21')])
    const ofSales = (await readCommissions(database(), app.workspaceId)).filter(
      ({ cause }) => cause === 'sale',
    )
    expect(ofSales.map(({ appTransactionId }) => appTransactionId)).toEqual(['sale/2026-02-19'])
  })

  test('names referrals whose term begins before a sale, and when, before anything is written [D435]', async () => {
    const app = await insertApp(database())
    const lifetime = buildProgram(2, { rules: { percentCommission: 20, durationMonths: 0 } })
    const inOther = { affiliateProgramId: ids.program(2), affiliateProgram: lifetime }
    const files = buildExport({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2, {}, inOther)],
      'attributions.json': [
        buildReferral(1),
        buildReferral(2, { date: '2024-08-31T12:00:00.000Z' }),
        // Of it, all that was sold was cancelled.
        buildReferral(3),
        buildReferral(4, { deletedAt: '2025-05-01T00:00:00.000Z' }),
        buildReferral(5, { affiliateId: ids.affiliate(2), affiliateProgramId: ids.program(2) }),
      ],
      'commissions.json': [
        buildCommission(1, 5),
        buildCommission(2, 5, {
          ...{
            affiliateAttributionId: ids.referral(3),
            cancelled: true,
            updatedAt: '2025-05-05T00:00:00.000Z',
          },
        }),
      ],
    })
    const { report } = await importExport(database(), app, files, { isDryRun: true })
    expect(report.begun).toEqual({
      count: 2,
      first: [
        {
          ...{ sourceId: ids.referral(2), shopDomain: 'shop-2.myshopify.com' },
          ...{ beginsAt: '2024-08-31T12:00:00.000Z', endsAt: '2025-08-31T12:00:00.000Z' },
        },
        {
          ...{ sourceId: ids.referral(3), shopDomain: 'shop-3.myshopify.com' },
          ...{ beginsAt: '2025-02-01T00:00:00.000Z', endsAt: '2026-02-01T00:00:00.000Z' },
        },
      ],
    })
    expect((await importExport(database(), app, files)).report.begun).toEqual(report.begun)
  })

  test('earns from the later of the cut-over and when the program or the member began to count [D435]', async () => {
    const app = await insertApp(database())
    const from = (startCountingCommissionFrom: string | null) => ({ startCountingCommissionFrom })
    const affiliateProgram = buildProgram(1, from('2025-07-01T00:00:00.000Z'))
    const of = (number: number) => ({ affiliateId: ids.affiliate(number) })
    const imported = await importExport(
      database(),
      app,
      buildExport({
        'affiliates.json': [
          buildAffiliate(1, from(null), { affiliateProgram }),
          buildAffiliate(2, from('2025-09-01T00:00:00.000Z'), { affiliateProgram }),
          buildAffiliate(3, from('2025-01-01T00:00:00.000Z'), { affiliateProgram }),
          buildAffiliate(4, from('2025-01-01'), { affiliateProgram }),
        ],
        'attributions.json': [1, 2, 3, 4].map((number) => buildReferral(number, of(number))),
      }),
      { cutOverAt: new Date('2025-06-01T00:00:00.000Z') },
    )
    const text = `
      select shop_domain as shop, applies_from as from from referrals
      join referral_contracts contract on contract.workspace_id = $1 and contract.referral_id = referrals.id
      where referrals.workspace_id = $1 order by 1`
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([
      { shop: 'shop-1.myshopify.com', from: new Date('2025-07-01T00:00:00.000Z') },
      { shop: 'shop-2.myshopify.com', from: new Date('2025-09-01T00:00:00.000Z') },
      { shop: 'shop-3.myshopify.com', from: new Date('2025-07-01T00:00:00.000Z') },
    ])
    expect(summarize(imported).setAside).toEqual({ 'referral without_time': 1 })
  })
})
