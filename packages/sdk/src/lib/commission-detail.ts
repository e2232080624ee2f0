import type { Later } from './later.ts'
import type { Money } from './money.ts'
import type { CommissionExplanation } from './payout-explanation.ts'
import type { SaleKind } from './terms-rules.ts'

/**
 * A commission with its explanation.
 *
 * @example const toReason = (commission: CommissionDetail) => commission.notPaid ?? commission.payoutId
 */
export interface CommissionDetail {
  /** The record's id (UUID). */
  readonly id: string
  /** The kind of record. */
  readonly kind: 'commissions'
  /** The app that owns it (UUID): your key's own. */
  readonly appId: string
  /** Its program (UUID). */
  readonly programId: string
  /** The group (UUID) of the membership at the accrual; null without one. */
  readonly groupId: string | null
  /** The membership (UUID) that earned it. */
  readonly membershipId: string
  /** The referral (UUID) that it was earned by; null for one that a person entered. */
  readonly referralId: string | null
  /** The payout (UUID) that it is in; null while it is in none. */
  readonly payoutId: string | null
  /** The program's name. */
  readonly name: string
  /** `paid`, `in_payout`, `held`, `available`, or a later one. */
  readonly status: 'paid' | 'in_payout' | 'held' | 'available' | Later
  /** Whether it adds to the sum or takes back. */
  readonly entry: 'accrual' | 'reversal' | Later
  /** The kind of sale; null where there is none. */
  readonly saleKind: SaleKind | Later | null
  /** Nonnegative: `entry` tells the direction. */
  readonly amount: Money
  /** When it was earned or taken back (RFC 3339). */
  readonly accruedAt: string
  /** From when it can be paid (RFC 3339). */
  readonly availableAt: string
  /** What it comes from. */
  readonly cause: 'sale' | 'install_reward' | 'adjustment' | 'restatement' | 'void' | 'manual' | Later
  /** Why it is in no payout yet, in words; null in a payout. */
  readonly notPaid: string | null
  /** Why it is what it is. */
  readonly explanation: CommissionExplanation
}
