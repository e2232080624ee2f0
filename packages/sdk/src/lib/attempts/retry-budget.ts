import {
  type AnyAffiliateError,
  ConflictError,
  NetworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../errors/errors.ts'
import type { Bounds } from '../settings/settings.ts'
import type { Runtime } from '../transport/runtime.ts'

/** What a call may still spend on time and further requests. */
export interface RetryBudget {
  /** What is left of the call's total time. */
  remainingMs(): number
  /** How many attempts may still follow a failed one. */
  retriesLeft(): number
  /**
   * Decides on another attempt, and books it.
   *
   * @returns how long to wait before it; undefined when the failure is final, or the wait does not fit the time that is
   *   left, or is one for the quota
   */
  takeRetryMs(error: AnyAffiliateError): number | undefined
  /** Books a wait for the quota, on top of the total time; 0 when no such wait may be so long. */
  takeQuotaMs(waitMs: number | undefined): number
}

const backoffBaseMs = 500
const backoffMaxMs = 4000

/**
 * Starts the clock of one call. The rules are the table "Retries" of the README.
 *
 * @param isRepeatable - whether doing the action twice is the same as doing it once
 */
export function createRetryBudget(bounds: Bounds, runtime: Runtime, isRepeatable: boolean): RetryBudget {
  let { retries, pageWaitMs } = bounds
  let endsAtMs = runtime.tickMs() + bounds.totalTimeoutMs
  let backoffs = 0

  const remainingMs = () => endsAtMs - runtime.tickMs()

  // A walk over many pages waits for its quota as asked; the time of one page stands still meanwhile.
  function takeQuotaMs(waitMs = 0): number {
    if (waitMs > pageWaitMs) return 0
    pageWaitMs -= waitMs
    endsAtMs += waitMs
    return waitMs
  }

  const isForQuota = (error: AnyAffiliateError): boolean => {
    const { retryAfterMs = 0 } = error
    return error instanceof RateLimitError && retryAfterMs > 0 && retryAfterMs <= pageWaitMs
  }

  function takeRetryMs(error: AnyAffiliateError): number | undefined {
    if (isForQuota(error) || !isRetriable(error, isRepeatable)) return undefined
    retries -= 1
    // What the service asks for is obeyed exactly, never early; a zero asks for nothing in particular.
    const delayMs = error.retryAfterMs || backoffMs(backoffs++, runtime.random())
    return delayMs < remainingMs() ? delayMs : undefined
  }

  return { remainingMs, retriesLeft: () => retries, takeRetryMs, takeQuotaMs }
}

function isRetriable(error: AnyAffiliateError, isRepeatable: boolean): boolean {
  if (error instanceof ConflictError) {
    // The first request with this key still runs: its response will be there in a moment.
    const isInProgress = error.code === 'idempotency_key_in_progress' && error.idempotencyKey !== undefined
    return isInProgress && error.retryAfterMs !== undefined
  }
  if (error instanceof NetworkError && error.code === 'certificate_rejected') return false
  if (!isRepeatable) return isSurelyUndone(error)
  return [NetworkError, TimeoutError, RateLimitError, ServerError].some((kind) => error instanceof kind)
}

// D67: nothing can have been accepted.
function isSurelyUndone(error: AnyAffiliateError): boolean {
  if (error instanceof NetworkError) return error.code === 'not_connected'
  return error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined)
}

// D69: half of it is fixed, so that a restart is outlived; half is chance, so that clients that failed together
// do not come back together.
function backoffMs(backoffs: number, random: number): number {
  return ((1 + random) / 2) * Math.min(backoffMaxMs, backoffBaseMs * 2 ** backoffs)
}
