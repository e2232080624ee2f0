import { reportEnds } from './payment-fact-kinds.ts'

const by = (fact: string, instant: string | undefined): string =>
  instant === undefined ? '' : ` and ${fact}.created_at <= ${instant}`

/** Whether `report`, a row of `payment_reports` of the workspace `$1`, was retracted or returned, by an instant or by now. */
export const isEndedSql = (instant?: string): string =>
  `(${reportEnds
    .map(
      ({ table }) => `exists (
            select from ${table} ending
            where ending.workspace_id = $1 and ending.report_id = report.id${by('ending', instant)}
          )`,
    )
    .join(' or ')})`

/** Whether it is disputed then. */
export const isDisputedSql = (instant?: string): string => `exists (
            select from payment_disputes dispute
            where dispute.workspace_id = $1 and dispute.report_id = report.id${by('dispute', instant)}
              and not exists (
                select from payment_dispute_closings closing
                where closing.workspace_id = $1 and closing.dispute_id = dispute.id${by('closing', instant)}
              )
          )`
