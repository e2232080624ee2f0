import type { Queryable, Statement } from '../database/statements/database.ts'

/** How a membership stands in one currency; amounts in minor units. */
export interface Balance {
  readonly membershipId: string
  readonly memberName: string
  readonly currency: string
  /** Available and in no payout. Below 0 the member owes it. */
  readonly dueMinor: string
  /** In no payout, and not available yet. */
  readonly heldMinor: string
  /** In payouts and not reported as paid. */
  readonly unpaidMinor: string
  /** Reported as paid. */
  readonly reportedMinor: string
  /** Confirmed by the member. */
  readonly confirmedMinor: string
}

export interface BalancesFilter {
  readonly workspaceId: string
  /** Without it those of every membership. */
  readonly membershipIds?: readonly string[] | undefined
}

const createStatement = (name: string, condition: string): Statement => ({
  name,
  text: `
    select
      membership.id as "membershipId", membership.member_name as "memberName", sums.currency,
      sums.due::text as "dueMinor", sums.held::text as "heldMinor", sums.unpaid::text as "unpaidMinor",
      sums.reported::text as "reportedMinor", sums.confirmed::text as "confirmedMinor"
    from (
      select
        membership_id, currency, sum(due) as due, sum(held) as held, sum(unpaid) as unpaid, sum(reported) as reported,
        sum(confirmed) as confirmed
      from (
        select
          membership_id, currency, case when available_at <= now() then amount_minor else 0 end as due,
          case when available_at > now() then amount_minor else 0 end as held, 0 as unpaid, 0 as reported,
          0 as confirmed
        from commissions
        where workspace_id = $1 and payout_id is null ${condition}
        union all
        select membership_id, currency, 0, 0, amount_minor - reported_minor, reported_minor, confirmed_minor
        from payouts
        where workspace_id = $1 and not is_voided ${condition}
      ) parts
      group by membership_id, currency
    ) sums
    join memberships membership on membership.workspace_id = $1 and membership.id = sums.membership_id
    order by membership.id, sums.currency`,
})

// Two statements: what serves both, without and with members, reads the whole workspace for one of them.
const listAllStatement = createStatement('balance_list', '')
const listSomeStatement = createStatement('balance_list_some', 'and membership_id = any ($2::uuid[])')

/** Lists what each membership has coming and what it got, per currency, at this moment. */
export async function listBalances(
  database: Queryable,
  { workspaceId, membershipIds }: BalancesFilter,
): Promise<readonly Balance[]> {
  return membershipIds === undefined
    ? await database.query<Balance>(listAllStatement, [workspaceId])
    : await database.query<Balance>(listSomeStatement, [workspaceId, membershipIds])
}
