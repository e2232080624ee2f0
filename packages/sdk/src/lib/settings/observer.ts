import type { OperationName } from '../errors/affiliate-error.ts'
import type { AnyAffiliateError } from '../errors/errors.ts'
import type { RateLimit } from '../errors/rate-limit.ts'

/**
 * One request was sent and ended, well or badly.
 *
 * @example const isSlow = (event: AttemptEvent) => event.durationMs > 2000
 */
export interface AttemptEvent {
  /** Distinguishes the events. */
  readonly type: 'attempt'
  /** The operation that was called. */
  readonly operation: OperationName
  /** 1 for the first request of a call. */
  readonly attempt: number
  /** From sending the request to the last byte of its response, in milliseconds. */
  readonly durationMs: number
  /** The HTTP status. Absent when no response arrived. */
  readonly status?: number
  /** The service's id of the request, when a response carried one. */
  readonly requestId?: string
  /** What is left of the quota, when a response said so. */
  readonly rateLimit?: RateLimit
}

/**
 * The client waits before it sends the next request.
 *
 * @example const describe = (event: WaitEvent) => `${event.operation} waits ${event.delayMs} ms: ${event.error?.code}`
 */
export interface WaitEvent {
  /** Distinguishes the events. */
  readonly type: 'wait'
  /** The operation that was called. */
  readonly operation: OperationName
  /** How long, in milliseconds. */
  readonly delayMs: number
  /** The failure that made it wait. Absent when iterating waits for the quota before a request is rejected. */
  readonly error?: AnyAffiliateError
}

/**
 * A call ended with an error. `tryIdentify` reports here too.
 *
 * @example const describe = (event: FailureEvent) => `${event.operation}: ${event.error.message}`
 */
export interface FailureEvent {
  /** Distinguishes the events. */
  readonly type: 'failure'
  /** The operation that was called. */
  readonly operation: OperationName
  /** What the call ended with. */
  readonly error: AnyAffiliateError
}

/**
 * A response's `X-Affiliate-Schema-Version` is not the one this package knows. Reported once per client.
 *
 * @example const describe = (event: SchemaVersionEvent) => `${event.received} instead of ${event.expected}`
 */
export interface SchemaVersionEvent {
  /** Distinguishes the events. */
  readonly type: 'schema_version'
  /** The operation that was called. */
  readonly operation: OperationName
  /** The version that this package knows: `1`. */
  readonly expected: string
  /** The version of the response. Absent when the header is missing. */
  readonly received?: string
}

/**
 * With `strict`: a response contains members or values that this version of the package does not know.
 *
 * @example const describe = (event: DriftEvent) => event.pointers.join(', ')
 */
export interface DriftEvent {
  /** Distinguishes the events. */
  readonly type: 'drift'
  /** The operation that was called. */
  readonly operation: OperationName
  /** JSON Pointers into the response, each once; `*` stands for any entry of an array. */
  readonly pointers: readonly string[]
}

/**
 * What a client tells its observer. No event contains a key, a token or a contact's data.
 *
 * @example const isFailure = (event: ObserverEvent) => event.type === 'failure'
 */
export type ObserverEvent = AttemptEvent | WaitEvent | FailureEvent | SchemaVersionEvent | DriftEvent

/**
 * Is told what a client does, for logs and metrics. Anything it throws is ignored.
 *
 * @example
 * ```ts
 * import { AffiliateClient, type Observer } from '@affiliate-platform/sdk'
 *
 * const observer: Observer = (event) => {
 *   if (event.type === 'wait') console.warn(event.operation, event.delayMs)
 * }
 * const affiliate = new AffiliateClient({ observer })
 * ```
 */
export type Observer = (event: ObserverEvent) => void

/** Tells the observer, and never lets its failure reach the call. */
export async function notify(observer: Observer | undefined, event: ObserverEvent): Promise<void> {
  try {
    await observer?.(event)
  } catch {
    // An observer looks on; it has no say in the call.
  }
}

/** One observer of those that there are. */
export function joinObservers(
  first: Observer | undefined,
  second: Observer | undefined,
): Observer | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return (event) => {
    void notify(first, event)
    return second(event)
  }
}
