import type { RecordsPage } from '../records/list-filters.ts'
import type { ListTypes } from '../records/list-types.ts'
import type { ListOptions, ListPageOptions } from '../settings/client-options.ts'
import type { RecordsList } from './records-list.ts'

/**
 * What an affiliate key with the scope of a list can do with it.
 *
 * @example const read: Records<PayoutSummary, PayoutsFilters>['listPage'] = new AffiliateClient().payouts.listPage
 */
export interface Records<Row, Filters> {
  /**
   * Lists records, newest first, over all pages. Nothing is sent before you iterate. Waits for
   * the quota between pages, so that it is not exceeded.
   *
   * @returns rows for `for await`; `.pages()` gives whole pages, `.toArray({ limit })` an array
   * @throws nothing itself; the iteration throws what `listPage` throws
   *
   * @example
   * ```ts
   * import { AffiliateClient, formatMoney } from '@affiliate-platform/sdk'
   *
   * for await (const payout of new AffiliateClient().payouts.list({ currency: 'USD' })) {
   *   console.info(payout.name, payout.status, formatMoney(payout.unpaid, 'en-US'))
   * }
   * ```
   */
  list(filters?: Filters, options?: ListOptions): RecordsList<Row>
  /**
   * Reads one page of records.
   *
   * @returns the rows and, while there are more, the cursor of the next page
   * @throws InvalidRequestError for filters that cannot be, or a cursor of other filters
   * @throws AuthenticationError, PermissionError, NotFoundError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError
   *
   * @example
   * ```ts
   * import { AffiliateClient } from '@affiliate-platform/sdk'
   *
   * const { items, nextCursor } = await new AffiliateClient().payouts.listPage({ limit: 20 })
   * ```
   */
  listPage(filters?: Filters, options?: ListPageOptions): Promise<RecordsPage<Row>>
}

/** The lists of an affiliate client, by their names. */
export type Lists = {
  readonly [Name in keyof ListTypes]: Records<ListTypes[Name]['row'], ListTypes[Name]['filters']>
}
