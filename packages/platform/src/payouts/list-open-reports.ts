import type { Queryable, Statement } from '../database/statements/database.ts'
import { isDisputedSql, isEndedSql } from './report-sql.ts'

/** A payment of which its member has not said yet whether all of it arrived. */
export interface OpenReport {
  readonly payoutId: string
  readonly reportId: string
  /** What is not confirmed of it, in minor units. */
  readonly openMinor: string
  readonly currency: string
  readonly method: string
  readonly reference: string | null
  readonly paidAt: Date
}

const reportsMax = 20

const listStatement: Statement = {
  name: 'payment_list_open_reports',
  text: `
    select payout.id as "payoutId", report.id as "reportId",
      (report.amount_minor - confirmed.amount_minor)::text as "openMinor", payout.currency, report.method,
      report.reference, report.paid_at as "paidAt"
    from payouts payout
    join payment_reports report on report.workspace_id = $1 and report.payout_id = payout.id
    cross join lateral (
      select coalesce(sum(confirmation.amount_minor), 0) as amount_minor
      from payment_confirmations confirmation
      where confirmation.workspace_id = $1 and confirmation.report_id = report.id and not exists (
        select from payment_confirmation_retractions retraction
        where retraction.workspace_id = $1 and retraction.confirmation_id = confirmation.id
      )
    ) confirmed
    where payout.workspace_id = $1 and payout.membership_id = $2 and payout.confirmed_minor < payout.reported_minor
      and confirmed.amount_minor < report.amount_minor and not ${isEndedSql()} and not ${isDisputedSql()}
    order by report.paid_at desc, report.id desc
    limit ${reportsMax}`,
}

/** Lists the payments of a member that neither they nor anybody for them has answered in full, the latest first. */
export async function listOpenReports(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly OpenReport[]> {
  return await database.query<OpenReport>(listStatement, [workspaceId, membershipId])
}
