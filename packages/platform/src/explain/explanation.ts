import type {
  EntryExplanation,
  ExplainedPayout,
  ExplainedShopTransaction,
  SkipReason,
  UnitExplanation,
} from '@affiliate-platform/commission-engine'
import type { CommissionRow } from './commission-row.ts'

/** A commission explained, beside the payout that it is in. */
export interface ExplainedCommission extends EntryExplanation {
  /** Null while it is in no payout. */
  readonly payout: UnitExplanation['payout'] | null
  /** In minor units, signed. */
  readonly amountMinor: string
  readonly currency: string
  /** The units of the payout that come from it: null where reversals have eaten them all. */
  readonly units: { readonly first: string; readonly last: string } | null
  /** Why nobody was paid for it yet, null in a payout. */
  readonly notPaid: string | null
}

/** A sale that earns nothing, or an adjustment that found no sale. */
export interface SkippedAppTransaction {
  readonly platformId: string
  readonly reason: SkipReason | 'no_original'
}

/** An explanation, ready for `JSON.stringify`. */
export interface Explanation {
  readonly kind: 'payout' | 'commission' | 'shop'
  readonly id: string
  readonly entries: readonly ExplainedCommission[]
  readonly skipped: readonly SkippedAppTransaction[]
  /** Of a shop: every app transaction, with its position or why it has none. */
  readonly appTransactions?: readonly ExplainedShopTransaction[]
}

/** What an explanation says of a commission beside the engine's words. */
export function toExplained(row: CommissionRow, payout: ExplainedPayout | undefined) {
  const { amountMinor, currency } = row
  if (payout === undefined) return { payout: null, amountMinor, currency }
  const { id, amount, run, asOfMs, threshold } = payout
  const asOf = new Date(asOfMs).toISOString().replace('.000Z', 'Z')
  return { payout: { id, amount, run, asOf, threshold }, amountMinor, currency }
}
