import type {
  PaymentReport,
  PayoutRecord,
  PayoutSummary,
  Recorded,
  RecordedReason,
  TermsEntry,
} from '@affiliate-platform/sdk'
import { buildTermsRules, type FakePayout, fakeIds } from '@affiliate-platform/sdk/testing'

const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

const idOf = (number: number) => `e1000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** By whom the operator's facts were recorded. */
export const byOperator: Recorded = { createdAt: '2026-01-02T00:00:00.000Z', actor: 'operator:mia' }
const byMember: Recorded = {
  createdAt: '2026-01-03T10:00:00.500Z',
  actor: `member:${fakeIds.membershipId}`,
}

function report(
  number: number,
  amountMinor: string,
  retraction: RecordedReason | null = null,
): PaymentReport {
  const paidAt = '2026-01-01T12:00:00.000Z'
  const paid = { method: 'paypal', reference: number === 1 ? null : `R${number}`, paidAt }
  return { id: idOf(number), amount: usd(amountMinor), ...paid, ...byOperator, retraction, returned: null }
}

/** A list within a record. */
export const listOf = <Entry>(...items: readonly Entry[]) => ({ items, total: items.length })

/** What was said about the payment of some payouts, by their number. */
export const payments: Readonly<
  Record<number, { readonly row: Partial<PayoutSummary>; readonly detail: Partial<PayoutRecord> }>
> = {
  2: {
    row: { status: 'partially_reported', unpaid: usd('5500') },
    detail: {
      reports: listOf(
        report(1, '5000'),
        report(2, '1000', { reason: 'typed twice', ...byOperator }),
        report(3, '2000'),
        { ...report(91, '500'), returned: { reference: 'B1', reason: 'no such account', ...byOperator } },
      ),
      confirmations: listOf(
        { id: idOf(4), reportId: idOf(1), amount: usd('3000'), ...byMember, retraction: null },
        { id: idOf(5), reportId: idOf(2), amount: usd('10'), ...byMember, retraction: null },
        {
          id: idOf(8),
          reportId: idOf(3),
          amount: usd('20'),
          ...byMember,
          retraction: { reason: 'mixed up', ...byMember },
        },
      ),
      disputes: listOf({
        ...{ id: idOf(6), reportId: idOf(3), reason: 'not here', ...byMember },
        closing: { reason: 'it has come', ...byOperator },
      }),
    },
  },
  3: {
    row: { status: 'voided', unpaid: usd('0') },
    detail: { voided: { reason: 'paid elsewhere', ...byOperator } },
  },
  5: {
    row: { status: 'disputed', unpaid: usd('12500') },
    detail: {
      reports: listOf(report(7, '500')),
      disputes: listOf({
        ...{ id: idOf(8), reportId: idOf(7), reason: 'no transfer "seen"', ...byMember },
        closing: null,
      }),
    },
  },
}

/** The line of a payout by hand. */
export function toLines({ payout, createdAtMs }: FakePayout): PayoutRecord['lines'] {
  const whose = { commissionId: payout.id, referralId: null, entry: 'accrual', saleKind: null } as const
  return listOf({ ...whose, amount: payout.amount, accruedAt: new Date(createdAtMs).toISOString() })
}

/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>

/** The columns that say who recorded a fact, and when. */
export const recorded = ({ createdAt, actor }: Recorded): Row => ({ created_at: createdAt, actor })

/** The rows of the facts about a payout, by their table. */
export function toPaymentRows(
  payoutId: string,
  { reports, confirmations, disputes, voided }: Partial<PayoutRecord> = {},
): readonly (readonly [table: string, row: Row])[] {
  const ofPayout = { payout_id: payoutId }
  return [
    ...(reports?.items ?? []).map((fact) => {
      const { id, amount, method, reference, paidAt } = fact
      const paid = { amount_minor: amount.amountMinor, method, reference, paid_at: paidAt }
      return ['payment_reports', { ...ofPayout, id, ...paid, ...recorded(fact) }] as const
    }),
    ...(confirmations?.items ?? []).map((fact) => {
      const whose = { id: fact.id, report_id: fact.reportId, amount_minor: fact.amount.amountMinor }
      return ['payment_confirmations', { ...ofPayout, ...whose, ...recorded(fact) }] as const
    }),
    ...(disputes?.items ?? []).map((fact) => {
      const whose = { id: fact.id, report_id: fact.reportId, reason: fact.reason }
      return ['payment_disputes', { ...ofPayout, ...whose, ...recorded(fact) }] as const
    }),
    ...(reports?.items ?? []).flatMap(({ id, retraction }) =>
      retraction === null
        ? []
        : [toReasonRow('payment_report_retractions', { ...ofPayout, report_id: id }, retraction)],
    ),
    ...(reports?.items ?? []).flatMap(({ id, returned }) => {
      if (returned === null) return []
      const { reference, reason } = returned
      const row = { ...ofPayout, report_id: id, reference, reason, ...recorded(returned) }
      return [['payment_report_returns', row] as const]
    }),
    ...(confirmations?.items ?? []).flatMap(({ id, retraction }) =>
      retraction === null
        ? []
        : [toReasonRow('payment_confirmation_retractions', { ...ofPayout, confirmation_id: id }, retraction)],
    ),
    ...(disputes?.items ?? []).flatMap(({ id, closing }) => {
      if (closing === null) return []
      const row = { ...ofPayout, dispute_id: id, resolution: closing.reason, ...recorded(closing) }
      return [['payment_dispute_closings', row] as const]
    }),
    ...(voided ? [toReasonRow('payout_voids', ofPayout, voided)] : []),
  ]
}

const toReasonRow = (table: string, whose: Row, fact: RecordedReason) =>
  [table, { ...whose, reason: fact.reason, ...recorded(fact) }] as const

/** The rules with their members in the order in which the database gives them back: shorter names first. */
function toSavedRules() {
  const rules = buildTermsRules()
  return JSON.parse(JSON.stringify({ ...rules, thresholds: [rules.threshold] }), (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
      : value,
  )
}

/** The terms versions of the group: one of the past, the one in force, and a later one. */
export const groupTerms: readonly TermsEntry[] = [
  ['scheduled', '2036-01-01T00:00:00.000Z'],
  ['applies', '2026-01-01T06:00:00.000Z'],
  ['past', '2026-01-01T00:00:00.000Z'],
].map(([state = '', effectiveAt = ''], index) => ({
  id: idOf(20 - index),
  state: state as TermsEntry['state'],
  effectiveAt,
  createdAt: '2026-01-01T00:00:00.000Z',
  actor: 'operator:mia',
  supersedes: index === 2 ? null : idOf(19 - index),
  rules: toSavedRules(),
}))
