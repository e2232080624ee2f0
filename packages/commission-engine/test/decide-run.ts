import { decidePair, type PairRules, type RunDecision } from '@affiliate-platform/commission-engine'

/** A posted commission as a payout run sees it. */
export interface PayableEntry {
  readonly id: string
  readonly membershipId: string
  readonly currency: string
  /** Minor units, below 0 for what is taken back. */
  readonly amountMinor: bigint
  /** Milliseconds since 1970. */
  readonly availableAtMs: number
  /** The payout that it is a line of, unless that one is voided; else `null`. */
  readonly payoutId: string | null
}

/** A decision with the commissions that become the lines of its payout: none unless it is `paid`. */
export interface RunDecisionWithLines extends RunDecision {
  readonly lines: readonly string[]
}

/** The threshold and exclusion of a membership in a currency. */
export type RulesOf = (membershipId: string, currency: string) => PairRules

const total = (entries: readonly PayableEntry[]) =>
  entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/**
 * Decides a whole run, as the platform does in SQL: what is available at its time and in no living payout is paid per
 * membership and currency, debts included, or left as it is.
 *
 * @returns the decisions by membership and currency; the lines of each payout by id
 */
export function decideRun(
  entries: readonly PayableEntry[],
  asOfMs: number,
  rulesOf: RulesOf,
): readonly RunDecisionWithLines[] {
  const free = entries.filter(({ payoutId }) => payoutId === null)
  const pairOf = ({ membershipId, currency }: PayableEntry) => JSON.stringify([membershipId, currency])
  return [...new Set(free.map(pairOf))].sort().map((pair) => {
    const [membershipId, currency] = JSON.parse(pair)
    const own = free.filter((entry) => pairOf(entry) === pair)
    const available = own.filter(({ availableAtMs }) => availableAtMs <= asOfMs)
    const sumMinor = total(available)
    const sums = { membershipId, currency, sumMinor, heldMinor: total(own) - sumMinor }
    const decision = decidePair(sums, rulesOf(membershipId, currency))
    return { ...decision, lines: decision.decision === 'paid' ? available.map(({ id }) => id).sort() : [] }
  })
}
