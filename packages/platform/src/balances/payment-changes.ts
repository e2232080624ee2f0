import type { Queryable, Statement } from '../database/statements/database.ts'
import { paymentFactKinds, reportEnds } from '../payouts/payment-fact-kinds.ts'
import { countsAt } from './balances-at.ts'
import type { StatementFilter, StatementLine } from './statement-line.ts'

const ends = reportEnds.map(
  ({ table }) => `
        union select created_at from ${table} where workspace_id = $1 and report_id = report.id`,
)

// Whenever something is said of a report, it may begin to count or cease to.
const listStatement: Statement = {
  name: 'statement_list_payments',
  text: `
    select id, at, reference as note, case when counts then -amount_minor else amount_minor end::text as "amountMinor",
      case when counts then 'payment' else 'payment_taken_back' end as kind, null as shop, null as "referralId", null as "saleKind"
    from (
      select report.id, report.reference, report.amount_minor, change.at, counted.counts,
        lag(counted.counts, 1, false) over (partition by report.id order by change.at) as counted_before
      from payouts payout
      join payment_reports report on report.workspace_id = $1 and report.payout_id = payout.id
      cross join lateral (
        select report.created_at as at${ends.join('')}
        union select created_at from ${paymentFactKinds.dispute.table} where workspace_id = $1 and report_id = report.id
        union select closing.created_at
        from ${paymentFactKinds.dispute.table} dispute
        join ${paymentFactKinds.closing.table} closing on closing.workspace_id = $1 and closing.dispute_id = dispute.id
        where dispute.workspace_id = $1 and dispute.report_id = report.id
      ) change
      cross join lateral (select ${countsAt('change.at')} as counts) counted
      where payout.workspace_id = $1 and payout.membership_id = $2 and payout.currency = $3 and change.at <= $5
    ) changes
    where at > $4 and counts <> counted_before
    order by at, id`,
}

/** Lists what was paid in a time, and what of it was not after all, in the order of time. */
export async function listPaymentChanges(
  database: Queryable,
  { workspaceId, membershipId, currency, since, asOf }: StatementFilter & { readonly asOf: Date },
): Promise<readonly StatementLine[]> {
  return await database.query<StatementLine>(listStatement, [
    workspaceId,
    membershipId,
    currency,
    since,
    asOf,
  ])
}
