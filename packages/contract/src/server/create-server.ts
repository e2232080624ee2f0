import { headerNames } from '../lib/headers.ts'
import type { Operation } from '../operations/definitions/operation.ts'
import { createAttempt } from './attempt.ts'
import { type Authenticator, authenticate, type Caller } from './caller.ts'
import type { Handler, Handlers } from './handler.ts'
import { createMatcher } from './match.ts'
import {
  fixedHeaders,
  type Headers,
  type Pieces,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  toResponse,
} from './message.ts'
import { checkForm, readRequest } from './parse-request.ts'
import { problemResponse } from './problem-response.ts'
import { type Quota, quotaExceeded, rateLimitHeaders } from './quota.ts'
import { ServiceError } from './service-error.ts'

/** The operations of a server, by name. */
export type Operations = Readonly<Record<string, Operation>>

/** What a server of the interface is made of. */
export interface ServerOptions<Served extends Operations, Context> {
  /** Those of the interface, and what a server has beside them. */
  readonly operations: Served
  readonly handlers: Handlers<Served, Context>
  /** The ways to find out who sends a request, in the order in which they are tried. */
  readonly authenticators: readonly Authenticator[]
  readonly quota: Quota<Context>
  /** Opens what the quota and the handler of one request share. */
  readonly open: (caller: Caller) => Context
  /** Whether an unexpected error passes by itself. Default: none does. */
  readonly isTemporary?: (error: unknown) => boolean
  /** Called after every response. */
  readonly onResponse?: ((ended: EndedRequest) => void) | undefined
}

/** What can be told of a request that has its response, without telling what it said. */
export interface EndedRequest {
  readonly requestId: string
  /** The operation's name, `unmatched` where there is none. */
  readonly operation: string
  readonly caller: Caller | undefined
  readonly status: number
  /** Whether it is the stored response to an earlier request. */
  readonly isReplay: boolean
  readonly durationMs: number
  /** The trace that the caller says it belongs to, 32 hexadecimal digits (D364). */
  readonly traceId: string | undefined
  readonly error: ServiceError | undefined
}

/**
 * Creates the one way every API request takes (D7): match, authenticate, quota, scope, parse, then the handler.
 * The returned function never rejects: every failure ends as a problem document.
 */
export function createServer<Served extends Operations, Context>(
  options: ServerOptions<Served, Context>,
): (request: PlainRequest) => Promise<PlainResponse<string | Pieces>> {
  const { handlers, authenticators, quota, open } = options
  const findOperation = createMatcher(Object.values(options.operations))
  const attempt = createAttempt(options.isTemporary)

  return async function handle(request) {
    const arrived = { startedAtMs: performance.now(), requestId: crypto.randomUUID(), path: pathOf(request) }
    const end = createEnd({ ...arrived, traceId: readTraceId(request) }, options.onResponse)

    // 404: only the operations of the interface exist, each with its own method (interface section 7).
    const match = findOperation(request.method, arrived.path)
    if ('error' in match) return end(match.error, { atPath: match.operation })
    const { operation } = match

    // 401: no work is done for a caller who is not known.
    const caller = await attempt(() => authenticate(authenticators, request, operation.sources))
    if (caller instanceof ServiceError) return end(caller, { operation })

    // A read begins together with its admission: both are then one round trip, and what is read over the quota is dropped.
    const context = open(caller)
    // All that is left after the quota, as a function, since a read calls it before its admission and a write after it.
    const begin = () =>
      attempt(async () => {
        // 403: the caller must hold the operation's scope (interface 5 rule 2).
        if (operation.scope !== undefined && !caller.scopes.includes(operation.scope)) {
          throw new ServiceError('scope_denied', `The API key needs the scope ${operation.scope}.`)
        }

        // 413, 415, 400: what is said must be well-formed. Access and rules are the handler's to check.
        const parsed = checkForm(operation, await readRequest(request, match), caller)
        const handle = handlers[operation.id] as Handler<Operation, Context>
        const known = { requestId: arrived.requestId, caller, context, gone: request.gone }
        return toResponse(await handle({ ...known, header: (name) => request.header(name), ...parsed }))
      })
    const mayBegin = operation.method === 'GET' && !quota.isClosed(caller)
    const admitting = attempt(() => quota.admit({ caller, context }))
    const reading = mayBegin ? begin() : undefined

    // 503: a request that cannot be counted is not served.
    const admission = await admitting
    if (admission instanceof ServiceError) return end(admission, { operation, caller })

    // 429: over the quota, nothing else is said. All that comes after counts, even if it comes to nothing.
    const headers = rateLimitHeaders(admission, caller.requestsMax)
    if (admission.kind === 'over_quota') {
      return end(quotaExceeded(admission.waitMs, caller.requestsMax), { operation, caller, headers })
    }

    // 200, or what the operation rejects.
    return end(await (reading ?? begin()), { operation, caller, headers })
  }
}

/** What is known of a request at its end. */
interface Known {
  readonly operation?: Operation
  /** The operation that has the path and not the method. */
  readonly atPath?: Operation | undefined
  readonly caller?: Caller
  readonly headers?: Headers
}

// W3C Trace Context: version, trace, span and flags. A later version may append more.
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

const readTraceId = (request: PlainRequest): string | undefined =>
  traceParent.exec(request.header('traceparent') ?? '')?.[1]

/** What is known of a request at its beginning. */
interface Arrived extends Pick<EndedRequest, 'requestId' | 'traceId'> {
  readonly startedAtMs: number
  readonly path: string
}

/** Creates the end of one request: its response with the headers that all have, and what is told of it. */
function createEnd(
  { startedAtMs, requestId, traceId, path }: Arrived,
  onResponse: ServerOptions<Operations, never>['onResponse'],
) {
  return (
    outcome: PlainResponse<string | Pieces> | ServiceError,
    { operation, atPath = operation, caller, headers }: Known,
  ): PlainResponse<string | Pieces> => {
    const error = outcome instanceof ServiceError ? outcome : undefined
    const response = outcome instanceof ServiceError ? problemResponse(outcome, requestId, atPath) : outcome
    onResponse?.({
      requestId,
      operation: operation?.id ?? 'unmatched',
      caller,
      status: response.status,
      isReplay: headerNames.idempotencyReplayed in response.headers,
      durationMs: performance.now() - startedAtMs,
      traceId,
      error,
    })
    return { ...response, headers: { ...fixedHeaders(requestId, path), ...headers, ...response.headers } }
  }
}
