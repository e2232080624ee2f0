import type { Later } from './later.ts'
import type { Money } from './money.ts'

/**
 * A payout state known today; it is derived by the service (interface section 3).
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
 * A row of the payouts list (interface 2.4). Members that this version of the package does not know are kept:
 * `extra` reads them.
 *
 * @example const isOpen = (payout: PayoutSummary) => payout.unpaid.amountMinor !== '0'
 */
export interface PayoutSummary {
  /** The record's id (UUID). */
  readonly id: string
  /** The kind of record. */
  readonly kind: 'payouts'
  /** The app that owns the payout (UUID): your key's own. */
  readonly appId: string
  /** The program (UUID) under which it was earned. */
  readonly programId: string
  /** The membership (UUID) that earned it. */
  readonly membershipId: string
  /** The program's name. */
  readonly name: string
  /** What became of it so far: a `PayoutStatus`, or a later one. */
  readonly status: PayoutStatus | Later
  /** What was earned, in minor units. */
  readonly amount: Money
  /** What is left to pay, in the currency of `amount`. */
  readonly unpaid: Money
}

/**
 * A page of payouts (interface 2.5).
 *
 * @example const hasMore = (page: PayoutsPage) => page.nextCursor !== null
 */
export interface PayoutsPage {
  /** The rows, newest first; at most `limit` of them. A page may be empty and still have a successor. */
  readonly items: readonly PayoutSummary[]
  /** Where the next page starts; null exactly when no further row exists. Bound to key and filters. */
  readonly nextCursor: string | null
}

/**
 * Filters of a payouts list (interface 4.2). Absent means no filter.
 *
 * @example
 * ```ts
 * import type { PayoutsFilters } from '@affiliate-platform/sdk'
 *
 * const filters: PayoutsFilters = { status: 'partially_reported', from: '2026-01-01', currency: 'EUR' }
 * ```
 */
export interface PayoutsFilters {
  /** Only the key's own app is visible; another one is refused with 403. */
  readonly appId?: string | null | undefined
  /** UUID. */
  readonly programId?: string | undefined
  /** UUID. */
  readonly groupId?: string | undefined
  /** UUID. */
  readonly membershipId?: string | undefined
  /** Created at or after: a `Date`, RFC 3339 text, or a UTC day such as `2026-01-31`. */
  readonly from?: string | Date | undefined
  /** Created before a `Date` or RFC 3339 text, or up to the end of a UTC day. */
  readonly to?: string | Date | undefined
  /** Exactly 3 characters. */
  readonly currency?: string | undefined
  /** At most 40 characters. */
  readonly status?: PayoutStatus | (string & {}) | undefined
  /** At most 120 characters, found in the names of program and member, whatever the letter case. */
  readonly search?: string | undefined
  /** Where to start: a page's `nextCursor`, with the same key and filters. */
  readonly cursor?: string | undefined
  /** Rows per page, 1 to 50. Default 50. */
  readonly limit?: number | undefined
}
