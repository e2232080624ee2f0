import type { ExplainedShopTransaction, SkipReason } from '@affiliate-platform/commission-engine'
import type {
  CommissionExplanation,
  NotPaid,
  PayoutExplanation,
  VerdictCode,
} from '@affiliate-platform/contract'
import type { NamedBy } from '../attribution/shop-history.ts'
import type { RefundedSale } from './commission-row.ts'

/** A commission explained, beside the payout that it is in. */
export interface ExplainedCommission extends CommissionExplanation {
  /** Null while it is in no payout. */
  readonly payout: PayoutExplanation['payout'] | null
  /** In minor units, signed. */
  readonly amountMinor: string
  readonly currency: string
  /** The units of the payout that come from it: null where reversals have eaten them all. */
  readonly units: { readonly first: string; readonly last: string } | null
  /** Of a refund, which may be split over several sales: the sale that this takes something from, and how much of its base. */
  readonly takenFrom: (RefundedSale & { readonly base: string }) | null
  /** Why nobody was paid for it yet, null in a payout. */
  readonly notPaid: NotPaid | null
}

/** What the interface tells of a commission: nothing that was added for other readers. */
export function toCommissionExplanation(entry: ExplainedCommission): CommissionExplanation {
  const { commission, arithmetic, contract, referral, appTransaction, takenBack, reports, confirmations } =
    entry
  return { commission, arithmetic, contract, referral, appTransaction, takenBack, reports, confirmations }
}

/** A sale that earns nothing, or an adjustment that found no sale. */
export interface SkippedAppTransaction {
  readonly platformId: string
  readonly reason: SkipReason | 'no_original'
}

/** That a member brought a shop, as it was told, and what became of it. */
export interface ExplainedEvidence {
  readonly id: string
  readonly kind: NamedBy
  readonly membershipId: string
  readonly memberName: string
  /** The code that was used; null for a claim. */
  readonly code: string | null
  readonly occurredAt: string
  /** `because`: what the person said who decided it, else null. */
  readonly verdict: { readonly code: VerdictCode; readonly because: string | null }
}

/** An explanation, ready for `JSON.stringify`. */
export interface Explanation {
  readonly kind: 'payout' | 'commission' | 'shop'
  readonly id: string
  readonly entries: readonly ExplainedCommission[]
  readonly skipped: readonly SkippedAppTransaction[]
  /** Of a shop: every app transaction, with its position or why it has none. */
  readonly appTransactions?: readonly ExplainedShopTransaction[]
  /** Of a shop: everything that names a member, accepted or not. */
  readonly evidence?: readonly ExplainedEvidence[]
}
