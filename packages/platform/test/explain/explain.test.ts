import { formatNano } from '@affiliate-platform/commission-engine'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { isSoak, report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertMoneyApp, insertReferral } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { createdAt, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { actAs } from '../../src/audit.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { exactText } from '../../src/explain/commission-row.ts'
import {
  explainCommission,
  explainPayoutPage,
  explainPayoutUnit,
  explainReferredShop,
} from '../../src/explain.ts'
import { createPayout, recordPaymentFact } from '../../src/payouts.ts'
import { toNano } from '../../src/posting/nano.ts'
import { pay } from '../payout-runs/runs.ts'
import { expectUnits, listPayouts } from './expect-units.ts'
import { explainWhole } from './explain-whole.ts'
import { insertRandomEarnings } from './random-earnings.ts'

const actor = 'operator:mia'
const noMoney = { amountMinor: '0', currency: 'USD' }

const insertShop = (database: Database, rules: Parameters<typeof insertMoneyApp>[1] = {}) =>
  insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 30, durationMonths: null, ...rules })

/** The pages of a payout's explanation. */
async function walkPayout(database: Database, key: Parameters<typeof explainPayoutPage>[1], limit: number) {
  const pages: NonNullable<Awaited<ReturnType<typeof explainPayoutPage>>>[] = []
  do {
    const page = await explainPayoutPage(database, key, { from: pages.at(-1)?.next, limit })
    if (page === undefined) throw new Error('There is such a payout.')
    pages.push(page)
  } while (pages.at(-1)?.next !== undefined)
  return pages
}

describeOnEachEngine('an explanation', (database) => {
  test('leads from a unit of a payout to its sale, as scripts read it [D118]', async () => {
    const app = await insertShop(database())
    const { workspaceId, referralId, contractId, termsVersionId } = app
    await insertRecord(database(), 'referral_evidence', {
      ...{ workspace_id: workspaceId, referral_id: referralId, kind: 'click', actor: 'system' },
      ...{ occurred_at: '2025-12-31T10:00:00Z', created_at: createdAt },
    })
    const platformId = 'gid://partners/AppSubscriptionSale/764220980'
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0', net: '18.45', platformId }])
    const run = await pay(database(), workspaceId, '2026-04-01')
    const [payout] = run.payouts
    const payoutId = payout?.id ?? ''

    const explained = await explainPayoutUnit(database(), { workspaceId, payoutId }, 380n)
    expect(JSON.parse(JSON.stringify(explained))).toEqual({
      unit: 380,
      payout: {
        id: payoutId,
        amount: { amountMinor: '380', currency: 'USD' },
        run: run.id,
        asOf: '2026-04-01T00:00:00Z',
        threshold: {
          amountMinor: '0',
          from: { code: 'terms_version', id: termsVersionId, targetKind: 'membership' },
        },
      },
      commission: {
        id: expect.any(String),
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
        id: contractId,
        appliesFrom: '2026-01-01T00:00:00Z',
        copiedFrom: { code: 'terms_version', id: termsVersionId },
        rulesHash: expect.stringMatching(/^[\da-f]{64}$/),
      },
      referral: {
        id: referralId,
        shop: 'shop.myshopify.com',
        installedAt: '2026-01-01T00:00:00Z',
        endsAt: null,
        evidence: [{ kind: 'click', at: '2025-12-31T10:00:00Z' }],
      },
      appTransaction: {
        ...{ platformId, revision: 1, gross: '19.0 USD', net: '18.45 USD', importRun: app.runId },
        ...{ chargeId: 'gid://shopify/AppSubscription/1', collectedAt: '2026-02-01T00:00:00Z' },
      },
      takenBack: [],
      reports: [],
      confirmations: [],
    })
    for (const unit of [0n, 381n]) {
      expect(await explainPayoutUnit(database(), { workspaceId, payoutId }, unit)).toBeUndefined()
    }
  })

  test('of a payout is the same page by page, however many sales of a shop earn nothing [D118] [D156]', async () => {
    const app = await insertShop(database(), { includedSaleKinds: ['subscription_sale'] })
    const other = { shopDomain: 'other.myshopify.com' }
    await insertReferral(database(), { ...app, ...other })
    const sales = [1, 2, 3].map((day) => ({ on: `2026-02-0${day}`, gross: '19.0' }))
    const skippedSales = [4, 5, 6, 7, 8].map((day) => {
      return { on: `2026-02-0${day}`, gross: '5.0', kind: 'usage_sale', chargeId: null } as const
    })
    await collect(database(), app, [...sales, ...skippedSales])
    await collect(database(), { ...app, ...other }, [...sales, ...skippedSales.slice(2)])
    const { workspaceId } = app
    const { payouts } = await pay(database(), workspaceId, '2026-04-01')
    const key = { workspaceId, payoutId: payouts[0]?.id ?? '' }

    const whole = await explainWhole(database(), key)
    expect(whole?.entries).toHaveLength(6)
    expect(whole?.skipped).toHaveLength(8)
    for (const limit of [1, 2, 3, 5, 50]) {
      const pages = await walkPayout(database(), key, limit)
      expect(pages.flatMap(({ entries }) => entries)).toEqual(whole?.entries)
      expect(pages.flatMap(({ skipped }) => skipped)).toEqual(whole?.skipped)
      for (const { entries, skipped } of pages) {
        expect(Math.max(entries.length, skipped.length)).toBeLessThanOrEqual(limit)
        expect(entries.length + skipped.length).toBeGreaterThan(0)
      }
    }
    const unknown = { workspaceId, payoutId: newId() }
    expect(await explainPayoutPage(database(), unknown, { from: undefined, limit: 1 })).toBeUndefined()
  })

  test('shows what was taken back, what is not paid and why [D118]', async () => {
    const app = await insertShop(database(), { includedSaleKinds: ['subscription_sale'] })
    const [sale = '', usage = '', lost = '', refund = ''] = await collect(database(), app, [
      { on: '2026-02-01', gross: '19.0' },
      { on: '2026-02-02', gross: '5.0', kind: 'usage_sale', chargeId: 'gid://shopify/AppUsageRecord/2' },
      { on: '2026-02-03', gross: '-50.0', currency: 'EUR', chargeId: null },
      { on: '2026-02-10', gross: '-6.66' },
    ])
    const shop = await explainReferredShop(database(), app)
    expect(shop?.skipped).toEqual([
      { platformId: usage, reason: 'kind_not_included' },
      { platformId: lost, reason: 'no_original' },
    ])
    expect(shop?.appTransactions?.find(({ platformId }) => platformId === refund)?.took).toEqual({
      from: [{ platformId: sale, gross: '6.66 USD', base: expect.any(String) }],
      noOriginal: null,
    })
    const second = await explainReferredShop(database(), app, { start: 1, limit: 1 })
    expect(second).toEqual({ ...shop, entries: shop?.entries.slice(1, 2) })
    const [accrual, reversal] = shop?.entries ?? []
    expect(reversal).toBeDefined()
    expect(accrual).toMatchObject({
      amountMinor: '380',
      notPaid: { code: 'no_run', since: '2026-03-03T00:00:00Z' },
      takenBack: [{ platformId: refund, gross: '-6.66 USD', base: '6.66' }],
    })
    expect(reversal).toMatchObject({
      amountMinor: '-134',
      commission: {
        ...{ entry: 'reversal', saleKind: 'subscription_sale' },
        because: { code: 'taken_back', at: '2026-02-10T00:00:00Z' },
      },
    })
    const { workspaceId } = app
    expect(await explainCommission(database(), workspaceId, accrual?.commission.id ?? '')).toEqual({
      ...{ kind: 'commission', id: accrual?.commission.id, entries: [accrual], skipped: [] },
    })
    const payoutId = (await pay(database(), workspaceId, '2026-04-01')).payouts[0]?.id ?? ''
    const paid = await explainWhole(database(), { workspaceId, payoutId })
    expect(paid?.entries).toMatchObject([
      { amountMinor: '380', units: { first: '1', last: '246' }, notPaid: null },
      { amountMinor: '-134', units: null },
    ])
    expect(paid?.skipped).toEqual(shop?.skipped)
  })

  test('ends in a person where a payout was entered by hand, with what was said of it [D64]', async () => {
    const { workspaceId, membershipId } = await insertShop(database())
    const payoutId = newId()
    const amount = { amountMinor: '100', currency: 'USD' }
    const context = { workspaceId, createdAt: new Date() }
    await createPayout(database(), { id: payoutId, membershipId, amount, reason: 'bonus', actor, ...context })
    const report = { kind: 'report', payoutId, amount, method: 'bank' } as const
    const id = newId()
    const rest = { reference: 'X1', paidAt: undefined }
    await recordPaymentFact(database(), { ...report, ...rest }, { id, ...context })

    expect(await explainPayoutUnit(database(), { workspaceId, payoutId }, 1n)).toMatchObject({
      payout: { run: null, threshold: { amountMinor: '0', from: { code: 'by_hand' } } },
      commission: { saleKind: null, because: { code: 'manual', by: 'operator:mia', reason: 'bonus' } },
      arithmetic: null,
      contract: null,
      referral: null,
      reports: [{ id, amount, method: 'bank', reference: 'X1' }],
    })
    const unknown = newId()
    expect(await explainWhole(database(), { workspaceId, payoutId: unknown })).toBeUndefined()
    expect(await explainCommission(database(), workspaceId, unknown)).toBeUndefined()
  })

  test('ends in who voided a payout by hand, and why [D116]', async () => {
    const { workspaceId, membershipId } = await insertShop(database())
    const payoutId = newId()
    const amount = { amountMinor: '100', currency: 'USD' }
    await createPayout(database(), {
      id: payoutId,
      workspaceId,
      membershipId,
      amount,
      reason: 'bonus',
      actor,
    })
    const id = newId()
    const fact = { kind: 'void', payoutId, reason: 'typed twice' } as const
    await recordPaymentFact(actAs(database(), 'operator:ben'), fact, { workspaceId, id })

    const because = { code: 'undone', by: 'operator:ben', reason: 'typed twice' }
    const explained = await explainCommission(database(), workspaceId, id)
    expect(explained?.entries).toMatchObject([{ commission: { entry: 'reversal', because } }])
  })

  test('writes a unit that no JSON number can be as its digits', async () => {
    const { workspaceId, membershipId } = await insertShop(database())
    const payoutId = newId()
    const amount = { amountMinor: `1${'0'.repeat(37)}`, currency: 'USD' }
    await createPayout(database(), { id: payoutId, workspaceId, membershipId, amount, reason: 'all', actor })
    const explain = (unit: bigint) => explainPayoutUnit(database(), { workspaceId, payoutId }, unit)

    expect((await explain(2n ** 53n - 1n))?.unit).toBe(Number.MAX_SAFE_INTEGER)
    expect((await explain(10n ** 37n))?.unit).toBe(`1${'0'.repeat(37)}`)
  })

  test('shows exact amounts in their shortest form, as the platform writes them', async () => {
    const amounts = ['0', '19', '100', '0.5', '-6.66', '-20.000000000', '1234567890.123456789', '18.450']
    const text = `select ${exactText('amount')} as shown from unnest($1::numeric[]) with ordinality as given (amount, place)
      order by place`
    const rows = await database().query<{ shown: string }>({ name: '', text }, [amounts])

    expect(rows.map(({ shown }) => shown)).toEqual(amounts.map((amount) => formatNano(toNano(amount))))
  })

  test('of every unit of random payouts sums back to the payout and ends in a sale, an install or a person [D118]', async () => {
    const random = startRandom()
    const ends = new Map<string, number>()
    const payoutsMin = scale({ quick: 4, soak: database().engine === 'pglite' ? 250 : 1000 })
    for (let payouts = 0; payouts < payoutsMin; ) {
      const { workspaceId } = await insertRandomEarnings(database(), random)
      await pay(database(), workspaceId, new Date().toISOString())
      for (const { id: payoutId, amountMinor } of await listPayouts(database(), workspaceId)) {
        await expectUnits(database(), { workspaceId, payoutId }, { amountMinor: BigInt(amountMinor), ends })
        payouts += 1
      }
    }
    report(`units explained on ${database().engine}: ${JSON.stringify([...ends])}`)
    if (isSoak) expect([...ends.keys()].toSorted()).toEqual(['gid', 'installed', 'manual'])
  })
})
