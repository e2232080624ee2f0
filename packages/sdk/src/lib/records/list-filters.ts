import type { Later } from './later.ts'

/**
 * Filters that lists of records have. Absent means no filter.
 *
 * @example const filters: ListFilters<PayoutStatus> = { status: 'confirmed', from: '2026-01-01' }
 */
export interface ListFilters<Status extends string> {
  /** Only the key's own app is visible; another one is rejected with 403. */
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
  /** A state that this version of the package knows. A later one, of at most 40 characters: `status as Later`. */
  readonly status?: Status | Later | undefined
  /** At most 120 characters, found in the names of the records, whatever the letter case. */
  readonly search?: string | undefined
  /** Where to start: a page's `nextCursor`, with the same key and filters. */
  readonly cursor?: string | undefined
  /** Rows per page, 1 to 50. Default 50. */
  readonly limit?: number | undefined
}

/**
 * A page of records.
 *
 * @example const hasMore = (page: RecordsPage<PayoutSummary>) => page.nextCursor !== null
 */
export interface RecordsPage<Row> {
  /** The rows, newest first; at most `limit` of them. A page may be empty and still have a successor. */
  readonly items: readonly Row[]
  /** Where the next page starts; null exactly when no further row exists. Bound to key and filters. */
  readonly nextCursor: string | null
}
