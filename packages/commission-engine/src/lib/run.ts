import { groupBy } from './group-by.ts'
import { byText } from './order.ts'

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

/** What one membership has coming in one currency at the time of a run. */
export interface PairSums {
  readonly membershipId: string
  readonly currency: string
  /** What is available and in no payout, in minor units. Below 0 the member owes it. */
  readonly sumMinor: bigint
  /** What is in no payout and not available yet, in minor units. */
  readonly heldMinor: bigint
}

/** What else decides on a pair: the terms in force at the run's time (D57), and an operator's exclusion. */
export interface PairRules {
  /** The threshold in the pair's currency in minor units, `undefined` where the terms have none for it (D56). */
  readonly thresholdMinor: bigint | undefined
  /** The lowest that a contract states whose due commissions are above 0: it rules where it is lower (D181). */
  readonly contractThreshold?: { readonly amountMinor: bigint; readonly contractId: string } | undefined
  /** Why the pair is kept out of this run, or `null`. */
  readonly excludedBecause: string | null
  /** What else a person should know of the pair. */
  readonly warnings?: readonly RunWarning[]
}

/** What a person should look at before a run is frozen. */
export type RunWarning =
  /** The terms have no threshold in this currency: it is 0 (D56). */
  | 'no_threshold_for_currency'
  /** A sale of one of the member's shops names another shop, or one of another shop names theirs (D185). */
  | 'other_shop'

/** What a run does with a membership's money in one currency. */
export type PairDecision = 'paid' | 'below_threshold' | 'nothing_due' | 'excluded'

/** The decision of a run on one membership and currency. */
export interface RunDecision extends PairSums {
  readonly thresholdMinor: bigint
  /** The contract that the threshold comes from, `null` where it is that of the terms in force. */
  readonly thresholdContractId: string | null
  readonly decision: PairDecision
  /** The reason of an exclusion, else `null`. */
  readonly reason: string | null
  readonly warnings: readonly RunWarning[]
}

/** A decision with the commissions that become the lines of its payout: none unless it is `paid`. */
export interface RunDecisionWithLines extends RunDecision {
  readonly lines: readonly string[]
}

/**
 * Decides on one membership and currency. An exclusion comes before everything; a debt is carried over; there is never a
 * payout of 0 or less.
 */
export function decidePair(sums: PairSums, rules: PairRules): RunDecision {
  const { thresholdMinor: ofTerms, contractThreshold, excludedBecause, warnings = [] } = rules
  const termsMinor = ofTerms ?? 0n
  const ruling =
    contractThreshold && contractThreshold.amountMinor < termsMinor ? contractThreshold : undefined
  const thresholdMinor = ruling?.amountMinor ?? termsMinor
  return {
    ...sums,
    thresholdMinor,
    thresholdContractId: ruling?.contractId ?? null,
    decision: decide(sums.sumMinor, thresholdMinor, excludedBecause !== null),
    reason: excludedBecause,
    warnings: ofTerms === undefined ? ['no_threshold_for_currency', ...warnings] : warnings,
  }
}

/**
 * Decides a whole run: what is available at its time and in no living payout is paid per membership and currency, debts
 * included, or left as it is.
 *
 * @param entries - posted commissions; those of living payouts count for nothing
 * @param asOfMs - the time of the run, milliseconds since 1970
 * @param rulesOf - threshold and exclusion of a membership in a currency
 * @returns the decisions by membership and currency; the lines of each payout by id
 *
 * @example
 * ```ts
 * const decisions = decideRun(entries, asOfMs, () => ({ thresholdMinor: 5000n, excludedBecause: null }))
 * decisions.filter(({ decision }) => decision === 'paid')
 * ```
 */
export function decideRun(
  entries: Iterable<PayableEntry>,
  asOfMs: number,
  rulesOf: (membershipId: string, currency: string) => PairRules,
): readonly RunDecisionWithLines[] {
  const free = [...entries].filter(({ payoutId }) => payoutId === null)
  const pairs = groupBy(free, ({ membershipId, currency }) => JSON.stringify([membershipId, currency]))
  return [...pairs.values()].flatMap((pair) => decideEntries(pair, asOfMs, rulesOf)).sort(byPair)
}

function decideEntries(
  pair: readonly PayableEntry[],
  asOfMs: number,
  rulesOf: (membershipId: string, currency: string) => PairRules,
): readonly RunDecisionWithLines[] {
  const [first] = pair
  if (first === undefined) return []
  const { membershipId, currency } = first
  const available = pair.filter(({ availableAtMs }) => availableAtMs <= asOfMs)
  const sumMinor = total(available)
  const sums = { membershipId, currency, sumMinor, heldMinor: total(pair) - sumMinor }
  const decision = decidePair(sums, rulesOf(membershipId, currency))
  const lines = decision.decision === 'paid' ? available.map(({ id }) => id).sort(byText) : []
  return [{ ...decision, lines }]
}

function decide(sumMinor: bigint, thresholdMinor: bigint, isExcluded: boolean): PairDecision {
  if (isExcluded) return 'excluded'
  if (sumMinor <= 0n) return 'nothing_due'
  return sumMinor < thresholdMinor ? 'below_threshold' : 'paid'
}

function total(entries: readonly PayableEntry[]): bigint {
  return entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

function byPair(a: PairSums, b: PairSums): number {
  return byText(a.membershipId, b.membershipId) || byText(a.currency, b.currency)
}
