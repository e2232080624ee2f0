import type { Queryable, Statement } from '../database/statements/database.ts'

/** A run of which payouts are to be paid. */
export interface UnpaidRun {
  readonly id: string
  readonly asOf: Date
  readonly payouts: number
  /** What is not paid of them, by currency. */
  readonly sums: readonly { readonly currency: string; readonly amountMinor: string }[]
}

const runsMax = 3

// The condition is that of the index.
const statement: Statement = {
  name: 'overview_list_unpaid_runs',
  text: `
    select run.id, run.as_of as "asOf", sum(unpaid.payouts)::integer as payouts,
      json_agg(
        json_build_object('currency', unpaid.currency, 'amountMinor', unpaid.amount_minor::text)
        order by unpaid.currency
      ) as sums
    from (
      select run_id, currency, count(*) as payouts, sum(amount_minor - claimed_minor) as amount_minor
      from payouts
      where workspace_id = $1 and run_id is not null and not is_voided and open_disputes = 0
        and claimed_minor < amount_minor
      group by run_id, currency
    ) unpaid
    join payout_runs run on run.workspace_id = $1 and run.id = unpaid.run_id
    group by run.id, run.as_of, run.created_at
    order by run.created_at desc, run.id desc
    limit ${runsMax}`,
}

/** Lists the latest runs of which payouts are to be paid, without those that are disputed: these are settled first. */
export async function listUnpaidRuns(
  database: Queryable,
  workspaceId: string,
): Promise<readonly UnpaidRun[]> {
  return await database.query<UnpaidRun>(statement, [workspaceId])
}
