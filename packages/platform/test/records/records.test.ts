import { operations, type RecordId, type RecordOf } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { readCommissions } from '@affiliate-platform/test-support/money-world'
import { createdAt, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { recordSources } from '../../src/record-sources.ts'
import { pay } from '../payout-runs/runs.ts'

const noMoney = { amountMinor: '0', currency: 'USD' }
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

const insertShop = (database: Database) =>
  insertMoneyApp(database, {
    ...{ threshold: noMoney, thresholds: [noMoney], cpi: noMoney, holdDays: 30, durationMonths: null },
  })

type App = Awaited<ReturnType<typeof insertShop>>

describeOnEachEngine('one record', (database) => {
  /** Reads a record as a client receives it, at a time. */
  async function read<Id extends Exclude<RecordId, 'explainPayout'>>(
    id: Id,
    { workspaceId, appId }: App,
    { record, at = '2026-06-01' }: { readonly record: string; readonly at?: string },
  ): Promise<RecordOf<Id>> {
    const context = { database: database(), nowMs: Date.parse(at) }
    const found = await recordSources[id](context, { app: { workspaceId, appId }, id: record, query: {} })
    const { response } = operations[id]
    return response.parse(JSON.parse(JSON.stringify(found))) as RecordOf<Id>
  }

  test('of a membership tells its terms timeline, and whose terms rule it [D12] [D57] [D130]', async () => {
    const app = await insertShop(database())
    const { membershipId: record, programId, workspaceId, termsVersionId } = app
    const rules = { ...(await read('getMembership', app, { record })).termsInForce?.rules }
    const insertVersion = (kind: string, target: string, effectiveAt: string, rateBps: number) =>
      insertRecord(database(), 'terms_versions', {
        ...{ workspace_id: workspaceId, app_id: app.appId, program_id: programId, operator: 'mia' },
        ...{ target_kind: kind, target_id: target, effective_at: effectiveAt, created_at: createdAt },
        rules: { ...rules, rateBps },
      })
    const ofProgram = await insertVersion('program', programId, '2020-01-01T00:00:00Z', 1000)
    const later = await insertVersion('membership', record, '2026-09-01T00:00:00Z', 2500)

    const now = await read('getMembership', app, { record })
    expect(now.terms.total).toBe(2)
    expect(now.terms.items.map(({ id, state }) => [id, state])).toEqual([
      [later, 'scheduled'],
      [termsVersionId, 'applies'],
    ])
    expect(now.termsInForce).toMatchObject({ id: termsVersionId, from: 'membership' })
    const then = await read('getMembership', app, { record, at: '2026-10-01' })
    expect(then.terms.items.map(({ state }) => state)).toEqual(['applies', 'past'])
    expect(then.termsInForce?.rules.rateBps).toBe(2500)
    const before = await read('getMembership', app, { record, at: '2021-01-01' })
    expect(before.termsInForce).toMatchObject({ id: ofProgram, from: 'program' })
    expect(await read('getProgram', app, { record: programId })).toMatchObject({
      status: 'active',
      terms: { total: 1, items: [{ id: ofProgram, actor: 'operator:mia', rules: { rateBps: 1000 } }] },
    })
  })

  test('of a referral tells its contracts and all evidence [1-contracts] [D54] [D130]', async () => {
    const app = await insertShop(database())
    const { workspaceId, referralId, contractId, termsVersionId } = app
    for (const [kind, at] of [
      ['click', '2025-12-31T10:00:00Z'],
      ['bridge', '2026-01-01T10:00:00.250Z'],
    ])
      await insertRecord(database(), 'referral_evidence', {
        ...{ workspace_id: workspaceId, referral_id: referralId, kind, actor: 'operator:mia' },
        ...{ occurred_at: at, created_at: createdAt },
      })

    expect(await read('getReferral', app, { record: referralId })).toMatchObject({
      ...{ shopDomain: 'shop.myshopify.com', evidence: 'bridge', voided: null },
      evidenceFacts: {
        total: 2,
        items: [
          { kind: 'click', at: '2025-12-31T10:00:00.000Z', actor: 'operator:mia' },
          { kind: 'bridge', at: '2026-01-01T10:00:00.250Z' },
        ],
      },
      contracts: { total: 1, items: [{ id: contractId, termsVersionId, rules: { rateBps: 2000 } }] },
    })
  })

  test('of a commission tells its explanation, and of a payout its lines [D61] [D118] [D130]', async () => {
    const app = await insertShop(database())
    const { workspaceId, referralId } = app
    await collect(database(), app, [
      { on: '2026-02-01', gross: '19.0', net: '18.45' },
      { on: '2026-02-10', gross: '-6.66' },
    ])
    const run = await pay(database(), workspaceId, '2026-04-01')
    const payoutId = run.payouts[0]?.id ?? ''
    const posted = await readCommissions(database(), workspaceId)

    const [sale, refund] = await Promise.all(
      posted.map(({ id: record }) => read('getCommission', app, { record })),
    )
    expect(sale).toMatchObject({
      ...{
        entry: 'accrual',
        cause: 'sale',
        status: 'in_payout',
        amount: usd('380'),
        payoutId,
        notPaid: null,
      },
      explanation: {
        arithmetic: { rateBps: 2000, baseChange: '19.0', worthAfter: '380' },
        appTransaction: { gross: '19.0 USD', net: '18.45 USD' },
        takenBack: [{ gross: '-6.66 USD' }],
      },
    })
    expect(refund).toMatchObject({ entry: 'reversal', cause: 'adjustment', amount: usd('134') })
    const payout = await read('getPayout', app, { record: payoutId })
    expect(payout).toMatchObject({ runId: run.id, amount: usd('246'), lines: { total: 2 } })
    expect(payout.lines.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ commissionId: sale?.id, referralId, saleKind: 'subscription_sale' }),
        expect.objectContaining({ commissionId: refund?.id, entry: 'reversal', amount: usd('134') }),
      ]),
    )
  })

  test('is not shown to another app of the workspace [5-3] [D130]', async () => {
    const app = await insertShop(database())
    const stranger = { ...app, appId: app.workspaceId }
    const records = [
      ['getProgram', app.programId],
      ['getMembership', app.membershipId],
      ['getReferral', app.referralId],
    ] as const
    for (const [id, record] of records) {
      const request = { app: stranger, id: record, query: {} }
      expect(await recordSources[id]({ database: database(), nowMs: undefined }, request), id).toBeUndefined()
    }
  })
})
