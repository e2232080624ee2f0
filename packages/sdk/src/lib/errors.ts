import type { Issue } from './issue.ts'

/**
 * The name of an operation: each is one method of a client.
 *
 * @example const name: OperationName = 'listPayouts'
 */
export type OperationName = 'saveTerms' | 'listPayouts' | 'identify'

/** What an error is made from. Everything in it must already be free of secrets. */
export interface ErrorFacts {
  readonly message: string
  readonly code: string
  readonly operation?: OperationName | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly attempts?: number
  readonly idempotencyKey?: string | undefined
  readonly issues?: readonly Issue[]
  readonly body?: unknown
  readonly cause?: unknown
}

/** Marks our errors across copies of this package: the registry of `Symbol.for` is shared by all of them. */
export const errorBrand = Symbol.for('@affiliate-platform/sdk/error')

/**
 * The base of every error this package throws. The API key, an access token or a contact's data cannot be
 * reached from it, so it is safe to log whole.
 *
 * @example
 * ```ts
 * import { AffiliateClient, isAffiliateError } from '@affiliate-platform/sdk'
 *
 * const affiliate = new AffiliateClient()
 * try {
 *   await affiliate.payouts.listPage()
 * } catch (error) {
 *   if (isAffiliateError(error)) console.error(error.code, error.status, error.requestId)
 * }
 * ```
 */
export abstract class AffiliateError extends Error {
  /** Stable and machine-readable: the service's code (`quota_exceeded`), or this package's (`network_error`). */
  readonly code: string
  /** The operation that failed; undefined for a fault in the client's options. */
  readonly operation: OperationName | undefined
  /** The HTTP status, when an answer arrived. */
  readonly status: number | undefined
  /** The service's id of the request, when an answer carried one. Quote it to support. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** How many requests were sent; 0 when the fault was found before the network. */
  readonly attempts: number
  /** The `Idempotency-Key` of the action. Pass it again to repeat the same action safely. */
  readonly idempotencyKey: string | undefined
  /** Every fault that is known, with its place. Empty when none was named. */
  readonly issues: readonly Issue[]
  /** The answer's body, parsed when it was JSON, cut at 16,384 characters, without secrets. */
  readonly body: unknown

  /** @internal Made by the clients only. */
  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    Object.defineProperty(this, errorBrand, { value: true })
    this.code = facts.code
    this.operation = facts.operation
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.attempts = facts.attempts ?? 0
    this.idempotencyKey = facts.idempotencyKey
    this.issues = facts.issues ?? []
    this.body = facts.body
  }

  /** The fields and the message, for `JSON.stringify` and structured logs. */
  toJSON(): object {
    return { ...this, message: this.message }
  }
}

/**
 * The client's options are wrong: no key, another kind of key, no base URL, a browser.
 *
 * @example error instanceof ConfigurationError && console.error(error.message)
 */
export class ConfigurationError extends AffiliateError {
  override readonly name = 'ConfigurationError'
}

/**
 * The request was refused as invalid, before the network (`attempts` is 0) or by the service (400, 413, 415
 * or another 4xx). `issues` names each fault.
 *
 * @example error instanceof InvalidRequestError && console.warn(error.attempts === 0, error.issues)
 */
export class InvalidRequestError extends AffiliateError {
  override readonly name: 'InvalidRequestError' | 'TermsRejectedError' = 'InvalidRequestError'
}

/**
 * The terms have the right types and break a business rule (interface 4.1 rules 2 to 4); `issues` names all.
 *
 * @example error instanceof TermsRejectedError && console.warn(error.issues)
 */
export class TermsRejectedError extends InvalidRequestError {
  override readonly name = 'TermsRejectedError'
}

/**
 * 401: the key is missing, unknown, revoked or expired.
 *
 * @example error instanceof AuthenticationError && console.error(error.code)
 */
export class AuthenticationError extends AffiliateError {
  override readonly name = 'AuthenticationError'
}

/**
 * 403: the key lacks the scope (`scope_denied`), or the record belongs to others (`access_denied`).
 *
 * @example error instanceof PermissionError && console.error(error.code)
 */
export class PermissionError extends AffiliateError {
  override readonly name = 'PermissionError'
}

/**
 * 404: there is no such operation or path. Usually the base URL is wrong.
 *
 * @example error instanceof NotFoundError && console.error(error.operation)
 */
export class NotFoundError extends AffiliateError {
  override readonly name = 'NotFoundError'
}

/**
 * 409: a conflict, such as an `Idempotency-Key` that was used with another body.
 *
 * @example error instanceof ConflictError && console.error(error.idempotencyKey)
 */
export class ConflictError extends AffiliateError {
  override readonly name = 'ConflictError'
}

/**
 * 429: the quota is used up; `retryAfterMs` tells for how long.
 *
 * @example error instanceof RateLimitError && console.warn(error.retryAfterMs)
 */
export class RateLimitError extends AffiliateError {
  override readonly name = 'RateLimitError'
}

/**
 * 5xx or 408: the service failed or is not available.
 *
 * @example error instanceof ServerError && console.error(error.requestId)
 */
export class ServerError extends AffiliateError {
  override readonly name = 'ServerError'
}

/**
 * No complete answer arrived: refused, reset, cut off, not resolved, TLS.
 *
 * @example error instanceof NetworkError && console.error(error.attempts)
 */
export class NetworkError extends AffiliateError {
  override readonly name = 'NetworkError'
}

/**
 * Time ran out: that of one attempt (`attempt_timeout`) or that of the whole call (`total_timeout`).
 *
 * @example error instanceof TimeoutError && console.error(error.code)
 */
export class TimeoutError extends AffiliateError {
  override readonly name = 'TimeoutError'
}

/**
 * The caller's signal aborted the call; `cause` is the signal's reason.
 *
 * @example error instanceof AbortedError && console.info(error.cause)
 */
export class AbortedError extends AffiliateError {
  override readonly name = 'AbortedError'
}

/**
 * An answer arrived that cannot be what was asked for: broken JSON, a wrong shape, another record, a redirect,
 * a repeated cursor, `ok: false`. For a write this does not mean that nothing was saved.
 *
 * @example error instanceof InvalidResponseError && console.error(error.code, error.body)
 */
export class InvalidResponseError extends AffiliateError {
  override readonly name = 'InvalidResponseError'
}
