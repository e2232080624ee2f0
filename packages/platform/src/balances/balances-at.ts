import { directCauses } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import type { DebtFactKind } from '../debts/record-debt-fact.ts'
import { isDisputedSql, isEndedSql } from '../payouts/report-sql.ts'
import { waitUntilBooked } from './wait-until-booked.ts'

/**
 * What was owed in one currency at an instant, and how it came to that; amounts in minor units, below 0 where the members
 * owe. `opening + accrued - takenBack + writtenOff + repaid - paid = closing`.
 */
export interface BookedBalance {
  /** Null where the sums are those of all memberships. */
  readonly membershipId: string | null
  readonly memberName: string | null
  readonly currency: string
  /** What was owed at `since`; 0 without one. */
  readonly openingMinor: string
  readonly accruedMinor: string
  readonly takenBackMinor: string
  /** Debts that were written off, and that members paid back (D225). */
  readonly writtenOffMinor: string
  readonly repaidMinor: string
  /** Reported as paid, without disputed reports; less what was retracted, returned or disputed in the time. */
  readonly paidMinor: string
  /** What was owed at `asOf`. */
  readonly closingMinor: string
}

/** Which balances of a workspace, and when. */
export interface BalancesAtFilter {
  readonly workspaceId: string
  /** What was booked by then counts. Default: now. */
  readonly asOf: Date | undefined
  /** What was booked by then is the opening balance. Default: nothing is. */
  readonly since: Date | undefined
  /** Without one those of every membership. */
  readonly membershipId: string | undefined
  /** Whether each membership has a balance of its own. */
  readonly isByMembership?: boolean | undefined
  /** How long to wait for transactions that may still book something by `asOf`. Default: 5 seconds. */
  readonly waitMs?: number | undefined
}

/** The balances; or why there are none. */
export type BalancesAt =
  | { readonly ok: true; readonly asOf: Date; readonly balances: readonly BookedBalance[] }
  | { readonly ok: false; readonly rejection: 'ahead' | 'not_settled' }

/** The sum that counts what a person adds: one of its own (D225), or that of its entry. */
const sumOf: Readonly<Record<DebtFactKind, string>> = {
  ...{ write_off: "'written_off'", repayment: "'repaid'", deduction: 'entry' },
}

/** The sum that counts a commission, as SQL. */
export const sumSql = `case cause ${directCauses.map((cause) => `when '${cause}' then ${sumOf[cause]}`).join(' ')} else entry end`

/** Whether a report counts at an instant, as the sums of its payout say of now. */
export const countsAt = (instant: string): string =>
  `report.created_at <= ${instant} and not ${isEndedSql(instant)} and not ${isDisputedSql(instant)}`

const listStatement: Statement = {
  name: 'balance_list_booked',
  isSlow: true,
  text: `
    select
      membership.id as "membershipId", membership.member_name as "memberName", sums.currency,
      opening::text as "openingMinor", accrued::text as "accruedMinor", taken_back::text as "takenBackMinor",
      written_off::text as "writtenOffMinor", repaid::text as "repaidMinor", paid::text as "paidMinor",
      (opening + accrued - taken_back + written_off + repaid - paid)::text as "closingMinor"
    from (
      select
        case when $5 then membership_id end as membership_id, currency, sum(opening) as opening,
        sum(accrued) as accrued, sum(taken_back) as taken_back, sum(written_off) as written_off,
        sum(repaid) as repaid, sum(paid) as paid
      from (
        select
          membership_id, currency, case when kind is null then amount_minor else 0 end as opening,
          case kind when 'accrual' then amount_minor else 0 end as accrued,
          case kind when 'reversal' then -amount_minor else 0 end as taken_back,
          case kind when 'written_off' then amount_minor else 0 end as written_off,
          case kind when 'repaid' then amount_minor else 0 end as repaid, 0 as paid
        from commissions
        cross join lateral (
          select case when created_at > $3 then ${sumSql} end as kind
        ) booked
        where workspace_id = $1 and created_at <= $2 and ($4::uuid is null or membership_id = $4)
        union all
        select membership_id, currency, -paid_before, 0, 0, 0, 0, paid_by_then - paid_before
        from payouts payout
        join payment_reports report on report.workspace_id = $1 and report.payout_id = payout.id
        cross join lateral (
          select
            case when ${countsAt('$3')} then report.amount_minor else 0 end as paid_before,
            case when ${countsAt('$2')} then report.amount_minor else 0 end as paid_by_then
        ) counted
        where payout.workspace_id = $1 and report.created_at <= $2 and ($4::uuid is null or membership_id = $4)
      ) facts
      group by 1, 2
    ) sums
    left join memberships membership on membership.workspace_id = $1 and membership.id = sums.membership_id
    order by membership.id, sums.currency`,
}

/**
 * Lists what was known at an instant, whatever has been booked since: the sum of the facts that had been booked by then,
 * per currency (D189).
 *
 * @example
 * ```ts
 * const asOf = new Date('2026-11-01')
 * const month = await listBalancesAt(database, { workspaceId, asOf, since: new Date('2026-10-01'), membershipId })
 * ```
 */
export async function listBalancesAt(
  database: Queryable,
  { workspaceId, asOf, since, membershipId, isByMembership = false, waitMs = 5000 }: BalancesAtFilter,
): Promise<BalancesAt> {
  const now = await readDatabaseTime(database)
  const instant = asOf ?? now
  if (instant > now) return { ok: false, rejection: 'ahead' }
  if (!(await waitUntilBooked(database, instant, waitMs))) return { ok: false, rejection: 'not_settled' }
  const values = [workspaceId, instant, since ?? '-infinity', membershipId ?? null, isByMembership]
  const balances = await database.query<BookedBalance>(listStatement, values)
  return { ok: true, asOf: instant, balances }
}
