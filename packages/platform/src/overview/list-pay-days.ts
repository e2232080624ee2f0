import type { Queryable, Statement } from '../database/statements/database.ts'

/** When the members of a program are paid next. */
export interface PayDay {
  readonly programId: string
  readonly programName: string
  /** Such as `2027-01-31`, in the time zone of the workspace. */
  readonly day: string
  /** Whether it is this day or was an earlier one, and no run was frozen since it began. */
  readonly isDue: boolean
}

const listStatement: Statement = {
  name: 'overview_list_pay_days',
  text: `
    with workspace as (
      select (now.at at time zone time_zone)::date as today, coalesce((
        select max(as_of) at time zone time_zone from payout_runs where workspace_id = $1
      )::date + 1, (now.at at time zone time_zone)::date) as since
      from workspaces, (select $2::timestamptz as at) now
      where workspace_id = $1
    )
    select
      program.id as "programId", program.name as "programName",
      to_char(min(pay.day), 'YYYY-MM-DD') as day, min(pay.day) <= workspace.today as "isDue"
    from workspace
    cross join generate_series(0, 1) later
    cross join lateral (
      select date_trunc('month', workspace.since::timestamp) + make_interval(months => later) as first
    ) month
    join programs program on program.workspace_id = $1 and program.pay_day is not null and program.closed_at is null
    cross join lateral (
      select month.first::date + least(
        program.pay_day, extract(day from month.first + interval '1 month - 1 day')::integer
      ) - 1 as day
    ) pay
    where pay.day >= workspace.since
    group by program.id, program.name, workspace.today
    order by day, "programName", "programId"`,
}

/**
 * Lists when the members of each open program that has a pay day are paid next, the soonest first: the first pay day
 * after the latest run, which is due from its beginning on.
 */
export async function listPayDays(
  database: Queryable,
  workspaceId: string,
  now: Date,
): Promise<readonly PayDay[]> {
  return await database.query<PayDay>(listStatement, [workspaceId, now])
}
