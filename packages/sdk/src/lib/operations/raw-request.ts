import type { CallOptions, FurtherQuery } from '../settings/client-options.ts'

/**
 * Options of `request`.
 *
 * @example const options: RawRequestOptions = { query: { limit: 10 }, retries: 0 }
 */
export interface RawRequestOptions extends CallOptions {
  /** Query parameters. */
  readonly query?: FurtherQuery | undefined
  /** What is sent as JSON; at most 65,536 bytes. */
  readonly body?: object | undefined
  /** Names the action, so that it can be repeated: for endpoints that take an `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Sends a request to an endpoint that this version of the package has no method for, with the client's key, its
 * timeouts, retries, errors and redaction. A GET is retried, and any other method with an `idempotencyKey`; without one
 * it is only repeated where nothing can have been accepted. `callDetails(response)` has status and headers.
 *
 * @param path - below the base URL, beginning with `/`, everything encoded, without a query
 * @returns the object that the service responded with, unchecked
 * @throws InvalidRequestError for another method or path; what `listPage` throws
 *
 * @example const read: RawRequest = (...input) => new AffiliateClient().request(...input)
 */
export type RawRequest = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: RawRequestOptions,
) => Promise<Readonly<Record<string, unknown>>>
