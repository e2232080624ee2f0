import { headerNames } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import type { OperationName } from './affiliate-error.ts'
import { callOptionTypes, checkOptions } from './check-options.ts'
import type { CallOptions } from './client-options.ts'
import { isAffiliateError } from './error-guards.ts'
import { type AnyAffiliateError, InvalidRequestError } from './errors.ts'
import type { TransportRequest } from './exchange.ts'
import { notify } from './observer.ts'
import { createRedact } from './redact.ts'
import { createReportDifferences } from './report-differences.ts'
import { runAttempts } from './run-attempts.ts'
import { resolveBounds, type Settings } from './settings.ts'
import { userAgent } from './user-agent.ts'

/** What a method of a client wants done. */
export interface Call<Answer> {
  readonly operation: OperationName
  /** Runs first; what it throws ends the call before the network. */
  readonly buildAction: () => Action<Answer>
  readonly options: CallOptions
  /** How long to wait for the quota on top of the total time. Default 0. */
  readonly pageWaitMs?: number | undefined
}

/** Builds one action, sends it as often as the retry rules allow, and resolves to its checked answer. */
export type CallOperation = <Answer extends object>(call: Call<Answer>) => Promise<Answer>

/** Makes the function through which every method of a client goes. It only ever rejects with our errors. */
export function createCallOperation(settings: Settings): CallOperation {
  const reportDifferences = createReportDifferences(settings)
  const redactKey = createRedact([settings.apiKey])
  return async ({ operation, buildAction, options, pageWaitMs = 0 }) => {
    try {
      checkOptions(options, callOptionTypes)
      const bounds = resolveBounds({ ...settings, pageWaitMs }, options)
      const action = buildAction()
      const { credential, secrets } = action
      const redact = secrets?.length ? createRedact([settings.apiKey, credential], secrets) : redactKey
      const request = toTransportRequest(action, settings)
      const { signal } = options
      return await runAttempts({ action, settings, bounds, signal, request, redact, reportDifferences })
    } catch (thrown) {
      const error = toAffiliateError(operation, thrown)
      void notify(settings.observer, { type: 'failure', operation, error })
      throw error
    }
  }
}

function toTransportRequest(action: Action<never>, { apiKey, baseUrl }: Settings): TransportRequest {
  const { operation, target, body = null, idempotencyKey } = action
  return {
    url: `${baseUrl}${target}`,
    method: operation.method,
    headers: {
      [headerNames.authorization]: `Bearer ${apiKey}`,
      Accept: 'application/json',
      'User-Agent': userAgent,
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { [headerNames.idempotencyKey]: idempotencyKey }),
    },
    body,
  }
}

// Building reads the caller's objects, whose getters and proxies may throw anything.
function toAffiliateError(operation: OperationName, thrown: unknown): AnyAffiliateError {
  if (isAffiliateError(thrown)) return thrown
  const message = `${operation} was not sent: the request cannot be read.`
  return new InvalidRequestError({ operation, code: 'invalid_request', message })
}
