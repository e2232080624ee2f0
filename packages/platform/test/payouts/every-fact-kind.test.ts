import type { RecordOf } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { actAs, type auditSubjects, listAuditEntries, verifyWorkspace } from '../../src/audit.ts'
import { listBalancesAt } from '../../src/balances.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { explainPayoutUnit } from '../../src/explain.ts'
import { type PaymentFactKind, paymentFactKinds } from '../../src/payouts/payment-fact-kinds.ts'
import { listPayoutFacts, type PaymentFact, recordPaymentFact } from '../../src/payouts.ts'
import { recordSources } from '../../src/record-sources.ts'
import { findRecords } from '../../src/workspaces.ts'

/** The facts before one, by their kinds: its subject has the id of the one of that kind. */
type Ids = Readonly<Record<PaymentFactKind | 'payout', string>>

type Payout = RecordOf<'getPayout'>

/** How a fact is made, and what is to be read of its payout with it. */
interface Expected<Kind extends PaymentFactKind> {
  readonly before: readonly PaymentFactKind[]
  readonly toFact: (ids: Ids) => Extract<PaymentFact, { readonly kind: Kind }>
  readonly status: Payout['status']
  /** What an audit calls it. */
  readonly subject: (typeof auditSubjects)[number]
  /** Where a client finds it. */
  readonly find: (payout: Payout) => object | null | undefined
  /** How many reports and confirmations an explanation tells. */
  readonly explained: readonly [reports: number, confirmations: number]
}

const amount = { amountMinor: '100', currency: 'USD' }
const reason = 'R'

const expectedOf: { readonly [Kind in PaymentFactKind]: Expected<Kind> } = {
  report: {
    before: [],
    toFact: ({ payout: payoutId }) => ({
      ...{ kind: 'report', payoutId, amount, method: 'bank', reference: 'X1', paidAt: undefined },
    }),
    status: 'reported',
    subject: 'payment_report',
    find: ({ reports }) => reports.items[0],
    explained: [1, 0],
  },
  retraction: {
    before: ['report'],
    toFact: ({ report: reportId }) => ({ kind: 'retraction', reportId, reason }),
    status: 'unreported',
    subject: 'retraction',
    find: ({ reports }) => reports.items[0]?.retraction,
    explained: [0, 0],
  },
  return: {
    before: ['report', 'confirmation'],
    toFact: ({ report: reportId }) => ({ kind: 'return', reportId, reference: 'B1', reason }),
    status: 'unreported',
    subject: 'payment_return',
    find: ({ reports }) => reports.items[0]?.returned,
    explained: [0, 0],
  },
  confirmation: {
    before: ['report'],
    toFact: ({ report: reportId }) => ({ kind: 'confirmation', reportId, amount }),
    status: 'confirmed',
    subject: 'confirmation',
    find: ({ confirmations }) => confirmations.items[0],
    explained: [1, 1],
  },
  confirmation_retraction: {
    before: ['report', 'confirmation'],
    toFact: ({ confirmation: confirmationId }) => ({
      ...{ kind: 'confirmation_retraction', confirmationId, reason },
    }),
    status: 'reported',
    subject: 'confirmation_retraction',
    find: ({ confirmations }) => confirmations.items[0]?.retraction,
    explained: [1, 0],
  },
  dispute: {
    before: ['report'],
    toFact: ({ report: reportId }) => ({ kind: 'dispute', reportId, reason }),
    status: 'disputed',
    subject: 'dispute',
    find: ({ disputes }) => disputes.items[0],
    explained: [1, 0],
  },
  closing: {
    before: ['report', 'dispute'],
    toFact: ({ dispute: disputeId }) => ({ kind: 'closing', disputeId, resolution: reason }),
    status: 'reported',
    subject: 'dispute_closing',
    find: ({ disputes }) => disputes.items[0]?.closing,
    explained: [1, 0],
  },
  void: {
    before: [],
    toFact: ({ payout: payoutId }) => ({ kind: 'void', payoutId, reason }),
    status: 'voided',
    subject: 'payout_void',
    find: ({ voided }) => voided,
    explained: [0, 0],
  },
}

const kinds = Object.keys(paymentFactKinds) as readonly PaymentFactKind[]
const actor = 'operator:mia'

describeOnEachEngine('a fact about a payment', (database) => {
  /** Records the facts before one of a kind, and then it. */
  async function build(kind: PaymentFactKind) {
    const { before, toFact } = expectedOf[kind]
    const app = await insertApp(database())
    const { workspaceId } = app
    const payoutId = await insertPayout(database(), app, { amountMinor: 100n })
    const none = Object.fromEntries(kinds.map((each) => [each, newId()])) as Record<PaymentFactKind, string>
    const ids: Ids = { ...none, payout: payoutId }
    const record = (fact: PaymentFact) =>
      recordPaymentFact(actAs(database(), actor), fact, { workspaceId, id: ids[fact.kind] })
    for (const each of before) {
      expect(await record(expectedOf[each].toFact(ids))).toMatchObject({ ok: true, isNew: true })
    }
    const fact = toFact(ids)
    const recorded = await record(fact)
    return { ...app, key: { workspaceId, payoutId }, id: ids[kind], fact, recorded, record }
  }

  test.each(kinds)('of the kind %s changes the state, is recorded once and listed [D71]', async (kind) => {
    const { status } = expectedOf[kind]
    const { repeated } = paymentFactKinds[kind]
    const { key, id, fact, recorded, record } = await build(kind)
    expect(recorded).toMatchObject({ ok: true, isNew: true, payout: { status } })
    expect(await record(fact)).toMatchObject({ ok: true, isNew: false })
    if (repeated !== null) {
      const other = 'resolution' in fact ? { ...fact, resolution: 'other' } : { ...fact, reason: 'other' }
      expect(await record(other as PaymentFact)).toEqual({ ok: false, rejection: repeated })
    }
    expect((await listPayoutFacts(database(), key)).at(-1)).toMatchObject({
      ...{ kind, id: repeated === null ? id : null, actor },
    })
    expect(await verifyWorkspace(database(), key.workspaceId)).toMatchObject({ difference: null })
  })

  test.each(kinds)(
    'of the kind %s is told to clients, and explained by what is left [D138]',
    async (kind) => {
      const { find, explained } = expectedOf[kind]
      const { appId, key, id } = await build(kind)
      const app = { workspaceId: key.workspaceId, appId }
      const context = { database: database(), nowMs: undefined }
      const payout = await recordSources.getPayout(context, { app, id: key.payoutId, query: {} })
      const told = find(payout as Payout)
      expect(told).toMatchObject({ actor, createdAt: expect.any(String) })
      if (paymentFactKinds[kind].repeated === null) expect(told).toMatchObject({ id })
      const unit = await explainPayoutUnit(database(), key, 1n)
      expect([unit?.reports.length, unit?.confirmations.length]).toEqual(explained)
    },
  )

  test.each(kinds)(
    'of the kind %s counts in balances, is audited and found by its id [D65]',
    async (kind) => {
      const { status, subject } = expectedOf[kind]
      const { repeated } = paymentFactKinds[kind]
      const { key, id } = await build(kind)
      const { workspaceId } = key
      const all = { workspaceId, asOf: undefined, since: undefined, membershipId: undefined }
      const paidMinor = ['reported', 'confirmed'].includes(status) ? '100' : '0'
      expect(await listBalancesAt(database(), all)).toMatchObject({ balances: [{ paidMinor }] })
      const page = { after: undefined, limit: 10 }
      expect(await listAuditEntries(database(), { workspaceId, subject }, page)).toMatchObject([{ actor }])
      if (repeated === null)
        expect(await findRecords(database(), workspaceId, id)).toMatchObject([{ kind, id }])
    },
  )

  test.each(kinds)(
    'of the kind %s is kept, dated, anchored and added up by its table [D190]',
    async (kind) => {
      const { table } = paymentFactKinds[kind]
      const text = `
      select array_agg(tgname::text order by tgname) as triggers,
        (select count(*)::integer from fact_tables where name = $1) as anchored
      from pg_trigger where tgrelid = $1::regclass and not tgisinternal`
      const [found] = await database().query<object>({ name: '', text }, [table])
      const triggers = expect.arrayContaining(['insert_only', 'recorded_by_the_database', 'refresh_sums'])
      expect(found).toEqual({ anchored: 1, triggers })
    },
  )
})
