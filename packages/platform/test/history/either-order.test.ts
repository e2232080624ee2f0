import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  importLines,
  readCommissions,
  refer,
  type SaleLine,
} from '@affiliate-platform/test-support/money-world'
import { insertApp, insertRecord, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { voidReferral } from '../../src/referrals.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { importExport } from './import-export.ts'
import { buildCommission, buildExport, buildPaid, buildPayout } from './mantle-export.ts'

const files = buildExport({
  'commissions.json': [buildPaid(1, 10), buildCommission(2, 10)],
  'payouts.json': [buildPayout(1, 10)],
})

const shopDomain = 'shop-1.myshopify.com'
const sale = (day: string, gross = '50.0'): SaleLine => ({
  ...{ platformId: `sale/${day}`, kind: 'subscription_sale', shopDomain, billingInterval: null },
  ...{ chargeId: `gid://shopify/AppSubscription/${day}`, gross, net: gross, currency: 'USD' },
  collectedAt: `${day}T00:00:00Z`,
})
const refund = (of: string, day: string): SaleLine => ({
  ...sale(of, '-50.0'),
  ...{ platformId: `refund/${of}`, kind: 'adjustment', collectedAt: `${day}T00:00:00Z` },
})

// Two sales that were commissioned there, two of here; one of each is refunded here.
const sales = [
  ...[sale('2025-03-01'), sale('2025-04-01'), sale('2025-07-01'), sale('2025-08-01', '80.0')],
  ...[refund('2025-03-01', '2025-08-02'), refund('2025-07-01', '2025-08-03')],
]

describeOnEachEngine('sales and a history', (database) => {
  const importSales = async (app: TestApp, lines = sales) => await importLines(database(), app, lines)
  const importHistory = async (app: TestApp) => await importExport(database(), app, files)

  async function readLedger(app: TestApp) {
    const { workspaceId } = app
    const balances = await listBalances(database(), { workspaceId })
    const commissions = await readCommissions(database(), workspaceId)
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
    return {
      balances: balances.map(({ membershipId: _id, ...balance }) => balance),
      commissions: commissions
        .map(({ cause, amount, appTransactionId }) => `${cause} ${amount.amountMinor} ${appTransactionId}`)
        .sort(),
    }
  }

  /** A referral of before, as there may be in an app that is in use: its sales are here. */
  async function referBefore(app: TestApp) {
    const { workspaceId, appId, programId, membershipId } = app
    await insertRecord(database(), 'terms_versions', {
      ...{ workspace_id: workspaceId, app_id: appId, program_id: programId, target_kind: 'program' },
      ...{ target_id: programId, operator: 'ada', rules: buildExampleRules() },
      ...{ effective_at: '2025-01-01T00:00:00Z', created_at: '2025-01-01T00:00:00Z' },
    })
    return await refer(database(), {
      ...{ workspaceId, membershipId, shopDomain, installedAtMs: Date.parse('2025-02-01T00:00:00Z') },
      ...{ clickedAtMs: undefined, evidence: 'bridge', reason: undefined, contract: undefined },
      actor: 'operator:ada',
    })
  }

  const orders: Readonly<Record<string, (app: TestApp) => Promise<unknown>>> = {
    'sales before it': async (app) => {
      await importSales(app)
      await importHistory(app)
      await importSales(app)
    },
    'some before it and some after it': async (app) => {
      await importSales(app, sales.slice(0, 3))
      await importHistory(app)
      await importSales(app)
    },
    'sales twice': async (app) => {
      await importHistory(app)
      await importSales(app)
      await importSales(app)
    },
  }

  test.each(Object.keys(orders))('come to one ledger: %s [D421]', async (name) => {
    const [app, other] = [await insertApp(database()), await insertApp(database())]
    await importHistory(app)
    await importSales(app)
    const ledger = await readLedger(app)
    expect(ledger.commissions).toEqual([
      ...['adjustment 1000 refund/2025-07-01', 'imported 1000 null', 'imported 1000 null'],
      ...['sale 1000 sale/2025-07-01', 'sale 1600 sale/2025-08-01'],
    ])
    await orders[name]?.(other)
    expect(await readLedger(other)).toEqual(ledger)
  })

  test('come to what is earned from the cut-over on, where sales of an ended referral are here [D421]', async () => {
    const app = await insertApp(database())
    const id = await referBefore(app)
    await importSales(app)
    await voidReferral(
      database(),
      { workspaceId: app.workspaceId, referralId: id },
      { reason: 'moved', actor: 'operator:ada' },
    )
    await importHistory(app)
    const balances = await listBalances(database(), { workspaceId: app.workspaceId })
    const imported = balances.find(({ memberName }) => memberName === 'Affiliate 1')
    // What was open there, and the two sales of here less the refund.
    expect(imported).toMatchObject({ dueMinor: `${1000 + 1600}`, reportedMinor: '1000' })
    await importSales(app)
    expect(await listBalances(database(), { workspaceId: app.workspaceId })).toEqual(balances)
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })
})
