import type { Later } from './later.ts'
import type { ListFilters } from './list-filters.ts'
import type { Money } from './money.ts'
import type { RecordSummary } from './record-summary.ts'
import type { SaleKind } from './terms-rules.ts'

/**
 * A commission state known today: the first of them that holds.
 *
 * @example const due: CommissionStatus[] = ['held', 'available']
 */
export type CommissionStatus = 'paid' | 'in_payout' | 'held' | 'available'

/**
 * A row of the commissions list. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isDebt = (commission: CommissionSummary) => commission.entry === 'reversal'
 */
export interface CommissionSummary extends RecordSummary<'commissions', CommissionStatus> {
  /** The membership's group (UUID) at the accrual; null for none. */
  readonly groupId: string | null
  /** The membership (UUID) that earned it. */
  readonly membershipId: string
  /** The referral (UUID) that it was earned by; null for one that a person entered. */
  readonly referralId: string | null
  /** The payout (UUID) that it is in; null while it is in none. */
  readonly payoutId: string | null
  /** Whether `amount` is owed to the member or taken back. */
  readonly entry: 'accrual' | 'reversal' | Later
  /** What was sold; null for an install reward and for what a person entered. */
  readonly saleKind: SaleKind | Later | null
  /** What it is worth, never negative, in minor units. */
  readonly amount: Money
  /** When it accrued (RFC 3339): the time of the sale, the refund or the install. */
  readonly accruedAt: string
  /** From when on a payout may have it (RFC 3339). */
  readonly availableAt: string
  /** When it was booked (RFC 3339), by the clock of the platform: a late import accrues in the past. */
  readonly postedAt: string
}

/**
 * Filters of a commissions list; `from` and `to` are about the accrual. Absent means no filter.
 *
 * @example const bookedInMay: CommissionsFilters = { postedFrom: '2026-05-01', postedTo: '2026-05-31' }
 */
export interface CommissionsFilters extends ListFilters<CommissionStatus> {
  /** UUID of the payout that they are in. A voided one has none. */
  readonly payoutId?: string | undefined
  /**
   * Booked at or after: a `Date`, RFC 3339 text, or a UTC day. With this or `postedTo` the list is in the order of
   * booking, newest first.
   */
  readonly postedFrom?: string | Date | undefined
  /** Booked before a `Date` or RFC 3339 text, or up to the end of a UTC day. */
  readonly postedTo?: string | Date | undefined
}
