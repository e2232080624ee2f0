import { AffiliateError, type ErrorFacts } from './affiliate-error.ts'

/**
 * The client's options are wrong: no key, another kind of key, no base URL, a browser, an unknown option, a `fetch`
 * that returns no readable `Response` (`faulty_fetch`), a function `apiKey` that throws (`faulty_api_key`; `cause` is what it
 * threw).
 *
 * @example error instanceof ConfigurationError && console.error(error.message)
 */
export class ConfigurationError extends AffiliateError {
  override readonly name = 'ConfigurationError'
  override readonly kind = 'configuration'
}

/**
 * The request was rejected as invalid, before the network (`attempts` is 0) or by the service (400, 413, 415
 * or another 4xx). `issues` names each problem.
 *
 * @example error instanceof InvalidRequestError && console.warn(error.attempts === 0, error.issues)
 */
export class InvalidRequestError extends AffiliateError {
  override readonly name: 'InvalidRequestError' | 'TermsRejectedError' = 'InvalidRequestError'
  override readonly kind: 'invalid_request' | 'terms_rejected' = 'invalid_request'
}

/**
 * The terms have the right types but break business rules; `issues` names them all.
 *
 * @example error instanceof TermsRejectedError && console.warn(error.issues)
 */
export class TermsRejectedError extends InvalidRequestError {
  override readonly name = 'TermsRejectedError'
  override readonly kind = 'terms_rejected'
}

/**
 * 401: the key is missing, unknown, revoked or expired.
 *
 * @example error instanceof AuthenticationError && console.error(error.code)
 */
export class AuthenticationError extends AffiliateError {
  override readonly name = 'AuthenticationError'
  override readonly kind = 'authentication'
}

/**
 * 403: the key lacks the scope (`scope_denied`), or the record belongs to others (`access_denied`).
 *
 * @example error instanceof PermissionError && console.error(error.code)
 */
export class PermissionError extends AffiliateError {
  override readonly name = 'PermissionError'
  override readonly kind = 'permission'
}

/**
 * 404: there is no such operation or path. Usually the base URL is wrong.
 *
 * @example error instanceof NotFoundError && console.error(error.operation)
 */
export class NotFoundError extends AffiliateError {
  override readonly name = 'NotFoundError'
  override readonly kind = 'not_found'
}

/**
 * 409: a conflict, such as an `Idempotency-Key` that was used with another body.
 *
 * @example error instanceof ConflictError && console.error(error.idempotencyKey)
 */
export class ConflictError extends AffiliateError {
  override readonly name = 'ConflictError'
  override readonly kind = 'conflict'
}

/**
 * 429: the quota is used up; `retryAfterMs` says for how long.
 *
 * @example error instanceof RateLimitError && console.warn(error.retryAfterMs)
 */
export class RateLimitError extends AffiliateError {
  override readonly name = 'RateLimitError'
  override readonly kind = 'rate_limit'
}

/**
 * 5xx or 408: the service failed or is not available.
 *
 * @example error instanceof ServerError && console.error(error.requestId)
 */
export class ServerError extends AffiliateError {
  override readonly name = 'ServerError'
  override readonly kind = 'server'
}

/**
 * No complete response arrived: refused, reset, cut off, not resolved, TLS.
 *
 * @example error instanceof NetworkError && console.error(error.attempts)
 */
export class NetworkError extends AffiliateError {
  override readonly name = 'NetworkError'
  override readonly kind = 'network'
  /** The system's code, such as `ECONNREFUSED`, or the class of the error that your own `fetch` threw. */
  readonly reason: string | undefined

  /** @internal Made by the clients only. */
  constructor(facts: ErrorFacts & { readonly reason?: string | undefined }) {
    super(facts)
    this.reason = facts.reason
  }
}

/**
 * Time ran out: that of one attempt (`attempt_timeout`) or that of the whole call (`total_timeout`).
 *
 * @example error instanceof TimeoutError && console.error(error.code)
 */
export class TimeoutError extends AffiliateError {
  override readonly name = 'TimeoutError'
  override readonly kind = 'timeout'
}

/**
 * The caller's signal aborted the call; `cause` is the signal's reason.
 *
 * @example error instanceof AbortedError && console.info(error.cause)
 */
export class AbortedError extends AffiliateError {
  override readonly name = 'AbortedError'
  override readonly kind = 'aborted'
}

/**
 * A response arrived that does not match the request: broken JSON, a wrong shape, another record, a redirect,
 * a repeated cursor, `ok: false`. For a write this does not mean that nothing was saved.
 *
 * @example error instanceof InvalidResponseError && console.error(error.code, error.body)
 */
export class InvalidResponseError extends AffiliateError {
  override readonly name = 'InvalidResponseError'
  override readonly kind = 'invalid_response'
}

/**
 * Every error of this package, told apart by `kind`: a `switch` over it can be exhaustive.
 *
 * @example
 * ```ts
 * import type { AnyAffiliateError } from '@affiliate-platform/sdk'
 *
 * function isWorthAnotherTry(error: AnyAffiliateError): boolean {
 *   switch (error.kind) {
 *     case 'rate_limit':
 *     case 'server':
 *     case 'network':
 *     case 'timeout':
 *       return true
 *     default:
 *       return false
 *   }
 * }
 * ```
 */
export type AnyAffiliateError =
  | AbortedError
  | AuthenticationError
  | ConfigurationError
  | ConflictError
  | InvalidRequestError
  | InvalidResponseError
  | NetworkError
  | NotFoundError
  | PermissionError
  | RateLimitError
  | ServerError
  | TermsRejectedError
  | TimeoutError
