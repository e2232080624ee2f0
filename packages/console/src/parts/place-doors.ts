import type { Amount } from '../money.ts'
import type { Place } from './places.tsx'

/** What is told of the money of one currency: where it is, all of it, and what members owe. */
export type Part = Place | 'earned' | 'owed'

/** The commissions that filters find; with `sum`, of which amount they are opened. */
export const toCommissions = (filters: Readonly<Record<string, string>>): string =>
  `/commissions?${new URLSearchParams(filters)}`

const payoutStates: Partial<Readonly<Record<Part, string>>> = {
  toBePaid: 'unreported',
  reported: 'reported',
  confirmed: 'confirmed',
}

/**
 * The list that holds what a part of the money is made of.
 *
 * @param memberId - whose money it is; without it, everybody's
 */
export function toPlaceDoor(part: Part, { currency, amountMinor }: Amount, memberId?: string): string {
  const of = { currency, ...(memberId !== undefined && { membershipId: memberId }) }
  const status = payoutStates[part]
  if (status !== undefined) return `/payouts/all?${new URLSearchParams({ status, ...of })}`
  // Debts are commissions below zero among the others; of everybody's money the list of members says who owes.
  if (part === 'owed') return memberId === undefined ? '/members' : toCommissions(of)
  return toCommissions({ ...(part !== 'earned' && { status: part }), ...of, sum: amountMinor })
}
