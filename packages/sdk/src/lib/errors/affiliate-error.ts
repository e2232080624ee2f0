import type { Later } from '../records/later.ts'
import type { ListTypes } from '../records/list-types.ts'
import type { RecordTypes } from '../records/record-types.ts'
import type { ClientErrorCode, ErrorNames, ServiceErrorCode } from './error-codes.ts'
import type { Issue } from './issue.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * The name of an operation: each is one method of a client. `request` is one that this version does not know.
 *
 * @example const name: OperationName = 'listPayouts'
 */
export type OperationName =
  | 'saveTerms'
  | 'identify'
  | 'redactShop'
  | 'reportInstallEvent'
  | 'reportEvidence'
  | 'request'
  | 'explainPayout'
  | `list${Capitalize<keyof ListTypes>}`
  | `get${Capitalize<keyof RecordTypes>}`

/** What an error is made from. Everything in it must already be free of secrets. */
export interface ErrorFacts {
  readonly message: string
  readonly code: string
  readonly operation?: OperationName | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly rateLimit?: RateLimit | undefined
  readonly attempts?: number
  readonly idempotencyKey?: string | undefined
  readonly issues?: readonly Issue[]
  readonly body?: unknown
  readonly cause?: unknown
}

/** Marks our errors across copies of this package: the registry of `Symbol.for` is shared by all of them. */
export const errorBrand = Symbol.for('@affiliate-platform/sdk/error')

/**
 * The base of every error this package throws. The API key and an access token cannot be reached from it, nor can
 * an e-mail, an owner's name, a phone number or a search text that a server echoes as plain text.
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
  /** What it is about, in one word: `rate_limit`, `network`. See `AnyAffiliateError`. */
  abstract readonly kind: keyof ErrorNames
  /** The name of the class. */
  abstract override readonly name: ErrorNames[keyof ErrorNames]
  /** Stable and machine-readable: the service's code (`quota_exceeded`), or this package's (`network_error`). */
  readonly code: ServiceErrorCode | ClientErrorCode | Later
  /** The operation that failed; undefined for a fault in the client's options. */
  readonly operation: OperationName | undefined
  /** The HTTP status, when a response arrived. */
  readonly status: number | undefined
  /** The service's id of the request, when a response carried one. Quote it to support. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** What is left of the quota, when the response said so. */
  readonly rateLimit: RateLimit | undefined
  /** How many requests were sent; 0 when the fault was found before the network. */
  readonly attempts: number
  /** The `Idempotency-Key` of the action. Pass it again to repeat the same action safely. */
  readonly idempotencyKey: string | undefined
  /** Every fault that is known, with its place. Empty when none was named. */
  readonly issues: readonly Issue[]
  /** The response's body, parsed when it was JSON, cut at 16,384 characters, without secrets. */
  readonly body: unknown

  /** @internal Made by the clients only. */
  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    Object.defineProperty(this, errorBrand, { value: true })
    this.code = facts.code as AffiliateError['code']
    this.operation = facts.operation
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.rateLimit = facts.rateLimit
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
