import { countsAt } from '../balances/balances-at.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** What members earned, and were paid, in a month and currency; in minor units. */
export interface MoneyMonth {
  readonly currency: string
  /** Such as `2027-01`, in the time zone of the workspace. */
  readonly month: string
  /** Of sales of the month, what refunds of the month took back taken off: it can be below 0. */
  readonly earnedMinor: string
  /** Reported as paid on a day of the month, without what was disputed, retracted or returned. */
  readonly paidMinor: string
}

const listStatement: Statement = {
  name: 'overview_list_months',
  isSlow: true,
  text: `
    with months as (
      select first, first at time zone time_zone as since, (first + interval '1 month') at time zone time_zone as until
      from workspaces
      cross join generate_series(0, $3 - 1) ago
      cross join lateral (
        select date_trunc('month', $2::timestamptz at time zone time_zone) - make_interval(months => ago) as first
      ) month
      where workspace_id = $1
    ), told as (
      select months.first, earned.currency, earned.amount as earned, null::numeric as paid
      from months
      cross join lateral (
        select accrued.currency, sum(accrued.amount_minor) as amount
        from apps app
        join commissions accrued on accrued.workspace_id = $1 and accrued.app_id = app.id
        where app.workspace_id = $1 and accrued.accrued_at >= months.since and accrued.accrued_at < months.until
        group by accrued.currency
      ) earned
      union all
      select date_trunc('month', report.paid_at at time zone workspace.time_zone), payout.currency, null,
        sum(report.amount_minor)
      from workspaces workspace
      join payment_reports report on report.workspace_id = $1
        and report.paid_at >= (select min(since) from months)
      join payouts payout on payout.workspace_id = $1 and payout.id = report.payout_id
      where workspace.workspace_id = $1 and ${countsAt('$2')}
      group by 1, 2
    )
    select currency.currency, to_char(months.first, 'YYYY-MM') as month,
      coalesce(sum(told.earned), 0)::text as "earnedMinor", coalesce(sum(told.paid), 0)::text as "paidMinor"
    from months
    cross join (select distinct currency from told) currency
    left join told on told.currency = currency.currency and told.first = months.first
    group by currency.currency, months.first
    order by currency.currency, months.first`,
}

/** Lists what members earned and were paid in each of the latest months and each currency that has some, in order. */
export async function listMonths(
  database: Queryable,
  workspaceId: string,
  { now, months }: { readonly now: Date; readonly months: number },
): Promise<readonly MoneyMonth[]> {
  return await database.query<MoneyMonth>(listStatement, [workspaceId, now, months])
}
