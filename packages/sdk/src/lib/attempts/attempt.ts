import { headerNames } from '@affiliate-platform/contract'
import { readRateLimit } from '../errors/rate-limit.ts'
import type { Redact } from '../errors/redact.ts'
import { notify } from '../settings/observer.ts'
import type { Bounds, Settings } from '../settings/settings.ts'
import type { Exchange, ResponseHead, TransportRequest } from '../transport/exchange.ts'
import type { AttemptFacts } from '../transport/to-error.ts'
import { exchange } from '../transport/transport.ts'
import type { Action } from './action.ts'
import { rememberCallDetails } from './call-details.ts'
import type { Pace } from './pace.ts'
import { readResponse } from './read-response.ts'
import type { ReportDifferences } from './report-differences.ts'
import { readRetryAfterMs } from './retry-after.ts'
import { toAbortedError } from './to-aborted-error.ts'

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

/** One attempt of a call. */
export interface Attempt {
  readonly apiKey: string
  /** 1 for the first one of the call. */
  readonly number: number
  /** Aborts when its time is over. */
  readonly stop: AbortSignal
  /** Whether its time is all that is left of the call's. */
  readonly isLastTime: boolean
}

/**
 * Sends a request once.
 *
 * @throws AnyAffiliateError
 */
export async function runAttempt<Response extends object>(
  run: Run<Response>,
  { apiKey, number, stop, isLastTime }: Attempt,
): Promise<Response> {
  const { action, signal } = run
  const { runtime, fetch } = run.settings
  const redact = run.createRedact(apiKey)
  const request = run.createRequest(apiKey)
  const startedMs = runtime.tickMs()
  const ended = await exchange(request, { fetch, signal, stop })
  const facts = collectFacts({ ...run, redact }, number, ended)
  run.pace.note(facts.rateLimit)
  notifyAttempt(run, facts, runtime.tickMs() - startedMs)
  if (ended.fault !== undefined && signal?.aborted) throw toAbortedError(run, facts)
  const result = readResponse(ended, { action, facts, redact, isLastTime })
  if (!result.ok) throw result.error
  if (ended.response !== undefined) {
    rememberResponse(facts, result.body, ended.response)
    run.reportDifferences({ action, redact }, result.body, ended.response.headers)
  }
  return result.body
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
