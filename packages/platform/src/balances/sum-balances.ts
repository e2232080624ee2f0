import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Balance } from './list-balances.ts'

/** Where the money of some members is in one currency, in minor units. All but `owed` add up to `earned` and `owed`. */
export interface MoneyPlaces {
  readonly currency: string
  readonly held: bigint
  /** Available and in no payout. */
  readonly available: bigint
  /** What members owe. */
  readonly owed: bigint
  /** In payouts, and not reported as paid. */
  readonly toBePaid: bigint
  /** Reported as paid, and not confirmed. */
  readonly reported: bigint
  readonly confirmed: bigint
  readonly earned: bigint
}

/** Where the money of one balance is. */
export function toPlaces(balance: Balance): MoneyPlaces {
  const { currency } = balance
  const [held, due] = [BigInt(balance.heldMinor), BigInt(balance.dueMinor)]
  const [toBePaid, everReported] = [BigInt(balance.unpaidMinor), BigInt(balance.reportedMinor)]
  const confirmed = BigInt(balance.confirmedMinor)
  const [available, owed] = due < 0n ? [0n, -due] : [due, 0n]
  const earned = held + due + toBePaid + everReported
  return { currency, held, available, owed, toBePaid, reported: everReported - confirmed, confirmed, earned }
}

// Only indexes are read: those of what is in no payout, and of payouts that stand. What a member owes is not what
// another one has coming.
const sumStatement: Statement = {
  name: 'balance_sum',
  text: `
    select
      currency, coalesce(sum(held), 0)::text as held, coalesce(sum(due) filter (where due > 0), 0)::text as available,
      coalesce(-sum(due) filter (where due < 0), 0)::text as owed,
      coalesce(sum(unpaid), 0)::text as "toBePaid", coalesce(sum(reported - confirmed), 0)::text as reported,
      coalesce(sum(confirmed), 0)::text as confirmed,
      sum(coalesce(held, 0) + coalesce(due, 0) + coalesce(unpaid, 0) + coalesce(reported, 0))::text as earned
    from (
      select
        currency, sum(amount_minor) filter (where available_at <= now()) as due,
        sum(amount_minor) filter (where available_at > now()) as held,
        null::numeric as unpaid, null::numeric as reported, null::numeric as confirmed
      from commissions
      where workspace_id = $1 and payout_id is null
      group by membership_id, currency
      union all
      select currency, null, null, sum(amount_minor - reported_minor), sum(reported_minor), sum(confirmed_minor)
      from payouts
      where workspace_id = $1 and not is_voided
      group by currency
    ) parts
    group by currency
    order by currency`,
}

/** Adds the balances of all members up, by currency. */
export async function sumBalances(database: Queryable, workspaceId: string): Promise<readonly MoneyPlaces[]> {
  const sums = await database.query<Record<keyof MoneyPlaces, string>>(sumStatement, [workspaceId])
  return sums.map(({ currency, held, available, owed, toBePaid, reported, confirmed, earned }) => ({
    ...{ currency, held: BigInt(held), available: BigInt(available), owed: BigInt(owed) },
    ...{ toBePaid: BigInt(toBePaid), reported: BigInt(reported), confirmed: BigInt(confirmed) },
    earned: BigInt(earned),
  }))
}
