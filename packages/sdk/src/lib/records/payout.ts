import type { ListFilters, RecordsPage } from './list-filters.ts'
import type { Money } from './money.ts'
import type { RecordSummary } from './record-summary.ts'

/**
 * A payout state known today; it is derived by the service.
 *
 * @example const open: PayoutStatus[] = ['unreported', 'partially_reported']
 */
export type PayoutStatus =
  | 'voided'
  | 'disputed'
  | 'unreported'
  | 'partially_reported'
  | 'reported'
  | 'partially_confirmed'
  | 'confirmed'

/**
 * A row of the payouts list. Members that this version of the package does not know are kept:
 * `extra` reads them.
 *
 * @example const isOpen = (payout: PayoutSummary) => payout.unpaid.amountMinor !== '0'
 */
export interface PayoutSummary extends RecordSummary<'payouts', PayoutStatus> {
  /** The membership (UUID) that earned it. */
  readonly membershipId: string
  /** What was earned, in minor units. */
  readonly amount: Money
  /** What is left to pay, in the currency of `amount`. */
  readonly unpaid: Money
  /** What reports say was paid; those that are retracted, returned or disputed do not count. */
  readonly reported?: Money | undefined
  /** What is confirmed of `reported`: the member has received it. */
  readonly confirmed?: Money | undefined
  /** Who is paid: the name of the member. */
  readonly memberName?: string | undefined
  /** When it was made (RFC 3339). */
  readonly createdAt?: string | undefined
}

/**
 * A page of payouts.
 *
 * @example const hasMore = (page: PayoutsPage) => page.nextCursor !== null
 */
export type PayoutsPage = RecordsPage<PayoutSummary>

/**
 * Filters of a payouts list. Absent means no filter.
 *
 * @example
 * ```ts
 * import type { PayoutsFilters } from '@affiliate-platform/sdk'
 *
 * const filters: PayoutsFilters = { status: 'partially_reported', from: '2026-01-01', currency: 'EUR' }
 * ```
 */
export type PayoutsFilters = ListFilters<PayoutStatus>
