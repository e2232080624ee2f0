import { isAffiliateError } from '../errors/error-guards.ts'
import { type AnyAffiliateError, RateLimitError, TimeoutError } from '../errors/errors.ts'
import { notify, type WaitEvent } from '../settings/observer.ts'
import { toFaultError } from '../transport/to-error.ts'
import type { Action } from './action.ts'
import { askApiKey } from './ask-api-key.ts'
import { type Run, runAttempt } from './attempt.ts'
import { repeatAttempts } from './repeat-attempts.ts'
import { createRetryBudget } from './retry-budget.ts'
import { toAbortedError } from './to-aborted-error.ts'

/** Sends a request until a response arrives, or its budget is spent, or its failure is final. */
export async function runAttempts<Response extends object>(run: Run<Response>): Promise<Response> {
  const { action, bounds, settings } = run
  const budget = createRetryBudget(bounds, settings.runtime, action.isRepeatable)
  let attempts = 0
  let earlier: AnyAffiliateError | undefined
  const attempt = async (stop: AbortSignal) => {
    const isLastTime = budget.remainingMs() <= bounds.timeoutMs
    if (run.signal?.aborted) throw toAbortedError(run, { attempts })
    attempts += 1
    const apiKey = await askApiKey(run, attempts - 1, stop)
    return await runAttempt(run, { apiKey, number: attempts, stop, isLastTime })
  }
  const isRepeated = async (error: AnyAffiliateError) => {
    // Where there was no key, nothing was sent that could be repeated.
    const delayMs = error.attempts === attempts ? budget.takeRetryMs(error) : undefined
    if (delayMs === undefined) return false
    await wait(run, { delayMs, error })
    earlier = error
    return true
  }
  let quotaMs = budget.takeQuotaMs(run.pace.waitMs())
  // One round but for a walk: its waits for the quota come on top of a total time that is fixed within a round.
  for (;;) {
    if (quotaMs > 0) await wait(run, { delayMs: quotaMs, ...(earlier && { error: earlier }) })
    try {
      return await repeatAttempts({
        url: `${settings.baseUrl}${action.target}`,
        method: action.operation.method,
        retries: budget.retriesLeft(),
        timeoutMs: bounds.timeoutMs,
        totalTimeoutMs: budget.remainingMs(),
        attempt,
        isRepeated,
      })
    } catch (thrown) {
      const error = isAffiliateError(thrown) ? thrown : toNeverSentError(action, attempts, thrown)
      quotaMs = error instanceof RateLimitError ? budget.takeQuotaMs(error.retryAfterMs) : 0
      if (quotaMs === 0) throw showCaller(chooseError(error, earlier))
      earlier = error
    }
  }
}

// The time was over before an attempt began, or the host has no `Request` that could be built.
function toNeverSentError(
  { operation, idempotencyKey }: Action<never>,
  attempts: number,
  thrown: unknown,
): AnyAffiliateError {
  const facts = { operation: operation.id, idempotencyKey, attempts }
  const fault = thrown instanceof TypeError ? 'faulty_fetch' : 'timeout'
  return toFaultError(facts, fault, { isTotal: true })
}

// The end of the total time says when the call gave up; the failure before it says why it had to go on.
function chooseError(last: AnyAffiliateError, earlier: AnyAffiliateError | undefined): AnyAffiliateError {
  if (!(last instanceof TimeoutError) || last.code !== 'total_timeout') return last
  if (earlier === undefined || earlier instanceof TimeoutError) return last
  return Object.assign(earlier, { attempts: last.attempts })
}

// Timers and hooks lie between an attempt and the line that made the call; here the stack has that line again.
function showCaller(error: AnyAffiliateError): AnyAffiliateError {
  Error.captureStackTrace?.(error)
  return error
}

type Wait = Pick<WaitEvent, 'delayMs' | 'error'>

async function wait(run: Run<never>, { delayMs, error }: Wait): Promise<void> {
  const { settings, signal, action } = run
  const reason = error && { error }
  void notify(settings.observer, { type: 'wait', operation: action.operation.id, delayMs, ...reason })
  try {
    await settings.runtime.sleep(delayMs, signal)
  } catch {
    // Only the caller's signal ends a wait before its time.
    throw toAbortedError(run, error ?? { attempts: 0 })
  }
}
