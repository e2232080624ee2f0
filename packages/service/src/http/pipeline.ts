import { randomInt, randomUUID } from 'node:crypto'
import { headerNames, schemaVersion } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import type { SharedDatabase } from '@affiliate-platform/platform/database'
import { CommitUnknownError, toDatabaseFault } from '@affiliate-platform/platform/database'
import type { Logger } from 'pino'
import type { Authenticator } from '../access/authenticate.ts'
import type { Admission, Quota } from '../access/quota.ts'
import { createMatcher, type FindRoute } from './match.ts'
import type { Answer, Headers, PlainRequest } from './message.ts'
import { parseQuery } from './parse-query.ts'
import { problemAnswer } from './problem-answer.ts'
import { readJson } from './read-json.ts'
import type { Route } from './route.ts'
import { ServiceError } from './service-error.ts'

/** What the pipeline needs. */
export interface PipelineOptions {
  readonly routes: readonly Route[]
  readonly authenticator: Authenticator
  readonly quota: Quota
  /** The database for a workspace. */
  readonly shareOf: (workspaceId: string) => SharedDatabase
  /** Admitted requests in any 60 s, by kind of API key. */
  readonly quotaRequestsMax: Readonly<Record<'affiliate' | 'workspace', number>>
  /** A test's time, in milliseconds since 1970. Without it the database's rules (D73). */
  readonly clock?: (() => number) | undefined
  readonly log: Logger
  /** Is told of every answer. Default: nobody is. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined
}

/** What can be told of an answered request without telling who sent it. */
export interface AnsweredRequest {
  /** The operation's name, `unmatched` where there is none. */
  readonly operation: string
  readonly status: number
  /** Whether it was answered with the stored answer of an earlier one. */
  readonly isReplay: boolean
  readonly durationMs: number
}

/** What is known of a request so far, for its answer and its log line. */
interface Progress {
  readonly requestId: string
  readonly path: string
  operation: string
  credential?: Credential
  headers: Headers
}

/**
 * Creates the one way every API request takes (D7): match, authenticate, quota, scope, parse, then the route.
 * The returned function never rejects: every failure ends as a problem document.
 */
export function createPipeline(options: PipelineOptions): (request: PlainRequest) => Promise<Answer> {
  const steps = { ...options, findRoute: createMatcher(options.routes) }
  return async function handle(request) {
    const startedAtMs = performance.now()
    const [path = ''] = request.target.split('?', 1)
    const progress: Progress = { requestId: randomUUID(), path, operation: 'unmatched', headers: {} }
    let answer: Answer
    try {
      answer = await process(request, progress, steps)
    } catch (error) {
      const refusal = toServiceError(error)
      logFailure(refusal, progress, options.log)
      answer = problemAnswer(refusal, progress.requestId, path)
    }
    const durationMs = performance.now() - startedAtMs
    logAnswer(answer, progress, { log: options.log, durationMs })
    const isReplay = headerNames.idempotencyReplayed in answer.headers
    options.onAnswered?.({ operation: progress.operation, status: answer.status, isReplay, durationMs })
    return { ...answer, headers: { ...fixedHeaders(progress), ...progress.headers, ...answer.headers } }
  }
}

interface Steps extends PipelineOptions {
  readonly findRoute: FindRoute
}

async function process(request: PlainRequest, progress: Progress, steps: Steps): Promise<Answer> {
  // 404: only the operations of the interface exist (interface section 7).
  const match = steps.findRoute(request.method, progress.path)
  if (match.kind === 'unknown') throw new ServiceError('not_found', 'There is no operation at this path.')

  // A known path with another method is an unsupported operation, and says which methods there are.
  if (match.kind === 'other_method') {
    const allowed = match.allowed.join(', ')
    throw new ServiceError('not_found', `This path supports ${allowed} only.`, {
      headers: { Allow: allowed },
    })
  }
  const { route, pathId } = match
  const { operation } = route
  progress.operation = operation.id

  // 401: no work is done for a caller who is not known. The key is never looked for anywhere but in this header.
  const credential = await steps.authenticator.authenticate(
    request.header('authorization'),
    operation.apiKeyKind,
  )
  const nowMs = steps.clock?.()
  progress.credential = credential

  // 429: everything after this line counts against the credential's quota, also what comes to nothing.
  const requestsMax = steps.quotaRequestsMax[credential.kind === 'affiliate' ? 'affiliate' : 'workspace']
  const database = steps.shareOf(credential.workspaceId)
  const admission = steps.quota.begin(credential, requestsMax, database)
  try {
    return await answerCounted({ request, progress, route, pathId, credential, database, nowMs, admission })
  } finally {
    // Over the quota, nothing else is said: this refusal takes the place of any other.
    progress.headers = await admission.count()
  }
}

/** A request whose caller is known, on its way to its route. */
interface KnownRequest {
  readonly request: PlainRequest
  readonly progress: Progress
  readonly route: Route
  readonly pathId: string
  readonly credential: Credential
  readonly database: SharedDatabase
  readonly nowMs: number | undefined
  readonly admission: Admission
}

async function answerCounted(known: KnownRequest): Promise<Answer> {
  const { request, progress, route, pathId, credential, database, nowMs, admission } = known
  const { operation } = route

  // What changes something counts before it is even read. A read may count itself in its own statement.
  const isMutation = operation.method !== 'GET'
  if (isMutation) await admission.count()

  // 403: the key must hold the operation's scope (interface 5 rule 2).
  if (operation.scope !== undefined && !credential.scopes.includes(operation.scope)) {
    throw new ServiceError('scope_denied', `The API key needs the scope ${operation.scope}.`)
  }

  // 413, 415, 400: a mutation has a JSON body. Its fields, its record and its rules are the route's to check.
  return await route.handle({
    requestId: progress.requestId,
    nowMs,
    credential,
    database,
    admission,
    pathId,
    body: isMutation ? await readJson(request) : undefined,
    // 400: what is not UTF-8 once it is decoded would be read as something else (D68).
    parameters: parseQuery(request.target.slice(progress.path.length)),
    header: (name) => request.header(name),
  })
}

/** Clients that were turned away together must not all come back in the same second (D74). */
const retryAfterSecondsMax = 3

/** Sorts everything that was thrown: refusals stay, a failing database is temporary, the rest is a mistake of ours. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const fault = toDatabaseFault(error)
  if (error instanceof CommitUnknownError || ['unavailable', 'lock_timeout', 'retry'].includes(fault)) {
    return new ServiceError('unavailable', 'The database cannot answer right now. Try again shortly.', {
      headers: { [headerNames.retryAfter]: String(randomInt(1, retryAfterSecondsMax + 1)) },
      cause: error,
    })
  }
  return new ServiceError('internal_error', 'The request failed here. The request id leads to the reason.', {
    cause: error,
  })
}

function fixedHeaders({ requestId, path }: Progress): Headers {
  return {
    [headerNames.requestId]: requestId,
    'Cache-Control': 'no-store',
    ...(path.startsWith('/api/affiliate-platform/') && { [headerNames.schemaVersion]: schemaVersion }),
  }
}

function logFailure(refusal: ServiceError, { requestId, operation }: Progress, log: Logger): void {
  if (refusal.cause === undefined) return
  const level = refusal.code === 'internal_error' ? 'error' : 'warn'
  log[level]({ requestId, operation, code: refusal.code, err: refusal.cause }, 'request failed')
}

// The path is told by its operation alone: an id, a query string or a stray secret has no business in a log.
function logAnswer(
  { status }: Answer,
  { requestId, operation, credential }: Progress,
  { log, durationMs }: { readonly log: Logger; readonly durationMs: number },
): void {
  const { workspaceId, id: keyId } = credential ?? {}
  log.info(
    { requestId, operation, status, durationMs: Math.round(durationMs * 10) / 10, workspaceId, keyId },
    'answered',
  )
}
