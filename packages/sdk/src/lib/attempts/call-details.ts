import type { OperationName } from '../errors/affiliate-error.ts'
import type { RateLimit } from '../errors/rate-limit.ts'

/**
 * How a successful call went.
 *
 * @example const wasRepeated = (details: CallDetails) => details.replayed || details.attempts > 1
 */
export interface CallDetails {
  /** The operation that was called. */
  readonly operation: OperationName
  /** The HTTP status, 200 to 299. */
  readonly status: number
  /** The response's headers, by name in any letter case: `headers.get('Date')`. */
  readonly headers: Pick<Headers, 'get'>
  /** What is left of the quota, when the response said so. */
  readonly rateLimit?: RateLimit
  /** The service's id of the request. */
  readonly requestId?: string
  /** How many requests were sent. */
  readonly attempts: number
  /** The key that named the action; only for writes. */
  readonly idempotencyKey?: string
  /** Whether the service had done this action before and repeated its response. */
  readonly replayed: boolean
}

const detailsByResponse = new WeakMap<object, CallDetails>()

/** Remembers how the call that gave this response went. */
export function rememberCallDetails(response: object, details: CallDetails): void {
  detailsByResponse.set(response, details)
}

/**
 * How the call that gave this response went: status, headers, quota, request id, attempts. Stored beside the response and
 * not in it, so that a response is exactly what the service sent.
 *
 * @param response - the object that a call resolved to, or a page of an iteration; not a copy
 * @returns undefined for any other object
 *
 * @example
 * ```ts
 * import { AffiliateClient, callDetails } from '@affiliate-platform/sdk'
 *
 * const page = await new AffiliateClient().payouts.listPage()
 * console.info(callDetails(page)?.requestId, callDetails(page)?.rateLimit?.remaining)
 * ```
 */
export function callDetails(response: object): CallDetails | undefined {
  return detailsByResponse.get(response)
}
