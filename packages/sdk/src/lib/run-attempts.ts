import { headerNames } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import { rememberCallDetails } from './call-details.ts'
import { AbortedError, type AnyAffiliateError, TimeoutError } from './errors.ts'
import type { Exchange, ResponseHead, TransportRequest } from './exchange.ts'
import { notify } from './observer.ts'
import { type AttemptResult, readAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'
import type { ReportDifferences } from './report-differences.ts'
import { readRetryAfterMs } from './retry-after.ts'
import { createRetryBudget } from './retry-budget.ts'
import type { Bounds, Settings } from './settings.ts'
import type { AttemptFacts } from './to-error.ts'
import { exchange } from './transport.ts'

/** One call on its way: what does not change from attempt to attempt. */
export interface Run<Answer> {
  readonly action: Action<Answer>
  readonly settings: Settings
  readonly bounds: Bounds
  readonly signal: AbortSignal | undefined
  readonly request: TransportRequest
  readonly redact: Redact
  readonly reportDifferences: ReportDifferences
}

/** Sends a request until it is answered, or its budget is spent, or its failure is final. */
export async function runAttempts<Answer extends object>(run: Run<Answer>): Promise<Answer> {
  const budget = createRetryBudget(run.bounds, run.settings.runtime, run.action.isRepeatable)
  let earlier: AnyAffiliateError | undefined
  for (let attempts = 1; ; attempts += 1) {
    if (run.signal?.aborted) throw toAbortedError(run, { attempts: attempts - 1 })
    const result = await runAttempt(run, attempts, budget.remainingMs())
    if (result.ok) return result.answer
    const { error } = result
    const delayMs = budget.takeDelayMs(error)
    if (delayMs === undefined) throw chooseError(error, earlier)
    earlier = error
    await waitForRetry(run, error, delayMs)
  }
}

// The end of the total time says when the call gave up; the failure before it says why it had to go on.
function chooseError(last: AnyAffiliateError, earlier: AnyAffiliateError | undefined): AnyAffiliateError {
  if (!(last instanceof TimeoutError) || last.code !== 'total_timeout') return last
  if (earlier === undefined || earlier instanceof TimeoutError) return last
  return Object.assign(earlier, { attempts: last.attempts })
}

async function runAttempt<Answer extends object>(
  run: Run<Answer>,
  attempts: number,
  remainingMs: number,
): Promise<AttemptResult<Answer>> {
  const { action, redact, signal } = run
  const { runtime, fetch } = run.settings
  const { timeoutMs } = run.bounds
  const startedMs = runtime.tickMs()
  const ended = await exchange(run.request, { fetch, signal, timeoutMs: Math.min(timeoutMs, remainingMs) })
  const facts = collectFacts(run, attempts, ended)
  notifyAttempt(run, facts, runtime.tickMs() - startedMs)
  if (ended.breakage !== undefined && signal?.aborted) throw toAbortedError(run, facts)
  const result = readAnswer(ended, { action, facts, redact, isLastTime: remainingMs <= timeoutMs })
  if (result.ok && ended.response !== undefined) {
    rememberAnswer(facts, result.answer, ended.response)
    run.reportDifferences(run, result.answer, ended.response.headers)
  }
  return result
}

const requestIdCharactersMax = 200

function collectFacts(run: Run<never>, attempts: number, { response }: Exchange): AttemptFacts {
  const { action, settings, redact } = run
  const requestId = response?.headers.get(headerNames.requestId)
  return {
    operation: action.operation.id,
    attempts,
    idempotencyKey: action.idempotencyKey,
    status: response?.status,
    requestId: requestId ? redact.name(requestId).slice(0, requestIdCharactersMax) : undefined,
    retryAfterMs: response && readRetryAfterMs(response.headers, settings.runtime.dateMs()),
  }
}

function notifyAttempt({ settings }: Run<never>, facts: AttemptFacts, durationMs: number): void {
  const { operation, attempts, status, requestId } = facts
  void notify(settings.observer, {
    type: 'attempt',
    operation,
    attempt: attempts,
    durationMs,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  })
}

function rememberAnswer(facts: AttemptFacts, answer: object, { status, headers }: ResponseHead): void {
  const { operation, attempts, requestId, idempotencyKey } = facts
  rememberCallDetails(answer, {
    operation,
    status,
    attempts,
    replayed: headers.get(headerNames.idempotencyReplayed) === 'true',
    ...(requestId !== undefined && { requestId }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

async function waitForRetry(run: Run<never>, error: AnyAffiliateError, delayMs: number): Promise<void> {
  const { settings, signal, action } = run
  void notify(settings.observer, { type: 'wait', operation: action.operation.id, delayMs, error })
  try {
    await settings.runtime.sleep(delayMs, signal)
  } catch {
    // Only the caller's signal ends a wait before its time.
    throw toAbortedError(run, error)
  }
}

type AbortFacts = Pick<AttemptFacts, 'attempts' | 'status' | 'requestId'>

function toAbortedError({ action, signal }: Run<never>, facts: AbortFacts): AbortedError {
  const { attempts, status, requestId } = facts
  const operation = action.operation.id
  return new AbortedError({
    code: 'aborted',
    message: `${operation} was aborted by the caller's signal; attempt ${attempts}`,
    operation,
    attempts,
    idempotencyKey: action.idempotencyKey,
    status,
    requestId,
    cause: signal?.reason,
  })
}
