/**
 * Reads members of a response that this version of the package does not know. The types name only the known ones, so
 * that a misspelled name does not compile.
 *
 * @param record - a response, or any object in one
 * @returns the same object, with every member readable as unknown
 *
 * @example
 * ```ts
 * import { AffiliateClient, extra } from '@affiliate-platform/sdk'
 *
 * const { items } = await new AffiliateClient().payouts.listPage()
 * const tiers = items.map((payout) => extra(payout)['tier'])
 * ```
 */
export function extra(record: object): Readonly<Record<string, unknown>> {
  return record as Readonly<Record<string, unknown>>
}
