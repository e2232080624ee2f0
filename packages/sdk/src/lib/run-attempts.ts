import { headerNames } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import { askApiKey } from './ask-api-key.ts'
import { rememberCallDetails } from './call-details.ts'
import { type AnyAffiliateError, TimeoutError } from './errors.ts'
import type { Exchange, ResponseHead, TransportRequest } from './exchange.ts'
import { notify, type WaitEvent } from './observer.ts'
import type { Pace } from './pace.ts'
import { readRateLimit } from './rate-limit.ts'
import { type AttemptResult, readResponse } from './read-response.ts'
import type { Redact } from './redact.ts'
import type { ReportDifferences } from './report-differences.ts'
import { readRetryAfterMs } from './retry-after.ts'
import { createRetryBudget } from './retry-budget.ts'
import type { Bounds, Settings } from './settings.ts'
import { toAbortedError } from './to-aborted-error.ts'
import type { AttemptFacts } from './to-error.ts'
import { exchange } from './transport.ts'

/** One call on its way: what does not change from attempt to attempt. */
export interface Run<Response> {
  readonly action: Action<Response>
  readonly settings: Settings
  readonly bounds: Bounds
  readonly signal: AbortSignal | undefined
  readonly createRequest: (apiKey: string) => TransportRequest
  readonly createRedact: (apiKey: string) => Redact
  readonly pace: Pace
  readonly reportDifferences: ReportDifferences
}

/** Sends a request until a response arrives, or its budget is spent, or its failure is final. */
export async function runAttempts<Response extends object>(run: Run<Response>): Promise<Response> {
  const budget = createRetryBudget(run.bounds, run.settings.runtime, run.action.isRepeatable)
  let earlier: AnyAffiliateError | undefined
  const paceMs = budget.takePaceMs(run.pace.waitMs())
  if (paceMs > 0) await wait(run, { delayMs: paceMs })
  for (let attempts = 1; ; attempts += 1) {
    if (run.signal?.aborted) throw toAbortedError(run, { attempts: attempts - 1 })
    const apiKey = await askApiKey(run, attempts - 1, budget.remainingMs())
    const result = await runAttempt({ ...run, apiKey }, attempts, budget.remainingMs())
    if (result.ok) return result.body
    const { error } = result
    const delayMs = budget.takeDelayMs(error)
    if (delayMs === undefined) throw chooseError(error, earlier)
    earlier = error
    await wait(run, { delayMs, error })
  }
}

// The end of the total time says when the call gave up; the failure before it says why it had to go on.
function chooseError(last: AnyAffiliateError, earlier: AnyAffiliateError | undefined): AnyAffiliateError {
  if (!(last instanceof TimeoutError) || last.code !== 'total_timeout') return last
  if (earlier === undefined || earlier instanceof TimeoutError) return last
  return Object.assign(earlier, { attempts: last.attempts })
}

async function runAttempt<Response extends object>(
  run: Run<Response> & { readonly apiKey: string },
  attempts: number,
  remainingMs: number,
): Promise<AttemptResult<Response>> {
  const { action, apiKey, signal } = run
  const { runtime, fetch } = run.settings
  const { timeoutMs } = run.bounds
  const redact = run.createRedact(apiKey)
  const request = run.createRequest(apiKey)
  const startedMs = runtime.tickMs()
  const ended = await exchange(request, { fetch, signal, timeoutMs: Math.min(timeoutMs, remainingMs) })
  const facts = collectFacts({ ...run, redact }, attempts, ended)
  run.pace.note(facts.rateLimit)
  notifyAttempt(run, facts, runtime.tickMs() - startedMs)
  if (ended.fault !== undefined && signal?.aborted) throw toAbortedError(run, facts)
  const result = readResponse(ended, { action, facts, redact, isLastTime: remainingMs <= timeoutMs })
  if (result.ok && ended.response !== undefined) {
    rememberResponse(facts, result.body, ended.response)
    run.reportDifferences({ action, redact }, result.body, ended.response.headers)
  }
  return result
}

const requestIdCharactersMax = 200

function collectFacts(
  { action, settings, redact }: Run<never> & { readonly redact: Redact },
  attempts: number,
  { response }: Exchange,
): AttemptFacts {
  const requestId = response?.headers.get(headerNames.requestId)
  return {
    operation: action.operation.id,
    attempts,
    idempotencyKey: action.idempotencyKey,
    status: response?.status,
    requestId: requestId ? redact.name(requestId).slice(0, requestIdCharactersMax) : undefined,
    retryAfterMs: response && readRetryAfterMs(response.headers, settings.runtime.dateMs()),
    rateLimit: response && readRateLimit(response.headers),
  }
}

function notifyAttempt({ settings }: Run<never>, facts: AttemptFacts, durationMs: number): void {
  const { operation, attempts, status, requestId, rateLimit } = facts
  void notify(settings.observer, {
    type: 'attempt',
    operation,
    attempt: attempts,
    durationMs,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
    ...(rateLimit !== undefined && { rateLimit }),
  })
}

function rememberResponse(facts: AttemptFacts, body: object, { status, headers }: ResponseHead): void {
  const { operation, attempts, requestId, idempotencyKey, rateLimit } = facts
  rememberCallDetails(body, {
    operation,
    status,
    headers,
    attempts,
    replayed: headers.get(headerNames.idempotencyReplayed) === 'true',
    ...(requestId !== undefined && { requestId }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(rateLimit !== undefined && { rateLimit }),
  })
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
