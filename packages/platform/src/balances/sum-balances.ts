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
  const [toBePaid, told] = [BigInt(balance.unpaidMinor), BigInt(balance.reportedMinor)]
  const confirmed = BigInt(balance.confirmedMinor)
  const [available, owed] = due < 0n ? [0n, -due] : [due, 0n]
  const earned = held + due + toBePaid + told
  return { currency, held, available, owed, toBePaid, reported: told - confirmed, confirmed, earned }
}

/** Adds balances up, by currency. */
export function sumBalances(balances: readonly Balance[]): readonly MoneyPlaces[] {
  const sums = new Map<string, MoneyPlaces>()
  for (const balance of balances) {
    const places = toPlaces(balance)
    const before = sums.get(places.currency)
    sums.set(places.currency, before === undefined ? places : addPlaces(before, places))
  }
  return [...sums.values()].toSorted((one, other) => one.currency.localeCompare(other.currency, 'en'))
}

function addPlaces(one: MoneyPlaces, other: MoneyPlaces): MoneyPlaces {
  return {
    currency: one.currency,
    held: one.held + other.held,
    available: one.available + other.available,
    owed: one.owed + other.owed,
    toBePaid: one.toBePaid + other.toBePaid,
    reported: one.reported + other.reported,
    confirmed: one.confirmed + other.confirmed,
    earned: one.earned + other.earned,
  }
}
