import type { PayoutStatus } from '@affiliate-platform/contract'

/** What is known of the payment of a payout; amounts in minor units of its currency. */
export interface PayoutSums {
  readonly amountMinor: bigint
  /** Reports that are neither retracted nor disputed. */
  readonly reportedMinor: bigint
  /** Confirmations of those reports. */
  readonly confirmedMinor: bigint
  /** Reports with an open dispute that are not retracted. */
  readonly openDisputes: number
  readonly isVoided: boolean
}

/** What follows from the sums. */
export interface PayoutState {
  readonly status: PayoutStatus
  readonly unpaidMinor: bigint
}

/**
 * Derives the payment state of a payout (interface section 3): what the state that SQL derives is held against.
 */
export function derivePayoutState(sums: PayoutSums): PayoutState {
  const unpaidMinor = sums.isVoided ? 0n : sums.amountMinor - sums.reportedMinor
  return { status: deriveStatus(sums), unpaidMinor }
}

// The first match wins.
function deriveStatus(sums: PayoutSums): PayoutStatus {
  const { amountMinor, reportedMinor, confirmedMinor } = sums
  if (sums.isVoided) return 'voided'
  if (sums.openDisputes > 0) return 'disputed'
  if (reportedMinor === 0n) return 'unreported'
  if (reportedMinor < amountMinor) return 'partially_reported'
  if (confirmedMinor === 0n) return 'reported'
  return confirmedMinor < amountMinor ? 'partially_confirmed' : 'confirmed'
}
