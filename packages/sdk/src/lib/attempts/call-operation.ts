import { headerNames } from '@affiliate-platform/contract'
import type { OperationName } from '../errors/affiliate-error.ts'
import { isAffiliateError } from '../errors/error-guards.ts'
import { type AnyAffiliateError, InvalidRequestError } from '../errors/errors.ts'
import { createRedact, type Redact } from '../errors/redact.ts'
import { callOptionTypes, checkOptions } from '../settings/check-options.ts'
import type { CallOptions } from '../settings/client-options.ts'
import { notify } from '../settings/observer.ts'
import { checkHeaders } from '../settings/request-headers.ts'
import { resolveBounds, type Settings } from '../settings/settings.ts'
import type { TransportRequest } from '../transport/exchange.ts'
import type { Action } from './action.ts'
import { createPace } from './pace.ts'
import { createReportDifferences } from './report-differences.ts'
import { runAttempts } from './run-attempts.ts'
import { traceCall } from './trace-call.ts'

/** What a method of a client wants done. */
export interface Call<Response> {
  readonly operation: OperationName
  /** Runs first; what it throws ends the call before the network. */
  readonly buildAction: () => Action<Response>
  readonly options: CallOptions
  /** How long to wait for the quota on top of the total time. Default 0. */
  readonly pageWaitMs?: number | undefined
}

/** Builds one action, sends it as often as the retry rules allow, and resolves to its checked response. */
export type CallOperation = <Response extends object>(call: Call<Response>) => Promise<Response>

/** Makes the function through which every method of a client goes. It only ever rejects with our errors. */
export function createCallOperation(settings: Settings): CallOperation {
  const reportDifferences = createReportDifferences(settings)
  const createCallRedact = keepRedact(Object.values(settings.headers))
  const pace = createPace(settings.runtime)
  const { baseUrl } = settings
  return async ({ operation, buildAction, options, pageWaitMs = 0 }) => {
    try {
      checkOptions(options, callOptionTypes)
      const bounds = resolveBounds({ ...settings, pageWaitMs }, options)
      const callHeaders = checkHeaders(options.headers)
      const action = buildAction()
      const { method, path: route } = action.operation
      return await traceCall({ operation, method, route, baseUrl }, () =>
        runAttempts({
          action,
          settings,
          bounds,
          signal: options.signal,
          createRequest: (apiKey) =>
            toTransportRequest(action, {
              ...settings,
              apiKey,
              headers: { ...settings.headers, ...callHeaders },
            }),
          createRedact: (apiKey) => createCallRedact(apiKey, action, Object.values(callHeaders)),
          pace,
          reportDifferences,
        }),
      )
    } catch (thrown) {
      const error = toAffiliateError(operation, thrown)
      void notify(settings.observer, { type: 'failure', operation, error })
      throw error
    }
  }
}

type CreateCallRedact = (apiKey: string, action: Action<never>, headerValues: readonly string[]) => Redact

// Most calls have no secret but the key: what was compiled for one of them serves the next.
function keepRedact(clientHeaderValues: readonly string[]): CreateCallRedact {
  let kept: { readonly apiKey: string; readonly redact: Redact } | undefined
  return (apiKey, { credential, secrets = [] }, headerValues) => {
    const texts = [...secrets, ...headerValues]
    if (texts.length > 0) return createRedact([apiKey, credential], [...texts, ...clientHeaderValues])
    if (kept?.apiKey !== apiKey || credential !== undefined)
      kept = { apiKey, redact: createRedact([apiKey, credential], clientHeaderValues) }
    return kept.redact
  }
}

function toTransportRequest(
  action: Action<never>,
  { apiKey, baseUrl, headers, userAgent }: Settings & { readonly apiKey: string },
): TransportRequest {
  const { operation, target, body = null, idempotencyKey } = action
  return {
    url: `${baseUrl}${target}`,
    method: operation.method,
    headers: {
      ...headers,
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
