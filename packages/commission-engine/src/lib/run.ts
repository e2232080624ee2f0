/** What one membership is owed in one currency at the time of a run. */
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
  /** It pays a member of whom no payee is known: no file could pay it. */
  | 'no_payee'
  /** It pays to another payee than the payout before. */
  | 'payee_changed'
  /** It pays a member who says that another payout in this currency did not arrive. */
  | 'disputed'

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

function decide(sumMinor: bigint, thresholdMinor: bigint, isExcluded: boolean): PairDecision {
  if (isExcluded) return 'excluded'
  if (sumMinor <= 0n) return 'nothing_due'
  return sumMinor < thresholdMinor ? 'below_threshold' : 'paid'
}
