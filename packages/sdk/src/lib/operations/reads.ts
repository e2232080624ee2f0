import type { PayoutExplanation } from '../records/payout-explanation.ts'
import type { RecordTypes } from '../records/record-types.ts'
import type { GetOptions } from '../settings/client-options.ts'

/**
 * Reads one record.
 *
 * @example const read: Read<PayoutRecord>['get'] = (id) => new AffiliateClient().payouts.get(id)
 */
export interface Read<RecordOperation> {
  /**
   * Reads one record with what its row in the list leaves out. A list within it has at most 1,000 entries.
   *
   * @param id - the record's id (UUID), as returned for your own app
   * @throws InvalidRequestError for an invalid id; PermissionError for an unknown one, or one of another app
   * @throws AuthenticationError, NotFoundError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError
   *
   * @example
   * ```ts
   * import { AffiliateClient } from '@affiliate-platform/sdk'
   *
   * const { payouts } = new AffiliateClient()
   * for await (const { id } of payouts.list({ status: 'disputed' })) {
   *   const { disputes, reports } = await payouts.get(id)
   *   console.info(id, disputes.items, reports.total)
   * }
   * ```
   */
  get(id: string, options?: GetOptions): Promise<RecordOperation>
}

/**
 * Says why a payout is what it is.
 *
 * @example const explain: Explains['explain'] = (...input) => new AffiliateClient().payouts.explain(...input)
 */
export interface Explains {
  /**
   * Says where one unit of a payout comes from: its commission, contract, referral and sale. Scope `payouts:read`.
   *
   * @param id - the payout's id (UUID)
   * @param query - `unit`: one of its minor units, from 1 to the amount; digits as text beyond 2^53
   * @throws InvalidRequestError for a unit that the payout does not have; what `get` throws
   *
   * @example
   * ```ts
   * import { AffiliateClient } from '@affiliate-platform/sdk'
   *
   * const { payouts } = new AffiliateClient()
   * for (const { id } of (await payouts.listPage({ limit: 1 })).items) {
   *   const { commission, appTransaction } = await payouts.explain(id, { unit: 1 })
   *   console.info(commission.because, appTransaction?.platformId)
   * }
   * ```
   */
  explain(
    id: string,
    query: { readonly unit: number | bigint | string },
    options?: GetOptions,
  ): Promise<PayoutExplanation>
}

/**
 * The reads of one record of an affiliate client, by the name of the record's list.
 *
 * @example const readPayout: Reads['payouts']['get'] = (id) => new AffiliateClient().payouts.get(id)
 */
export type Reads = { readonly [Name in keyof RecordTypes as `${Name}s`]: Read<RecordTypes[Name]> } & {
  readonly payouts: Explains
}
