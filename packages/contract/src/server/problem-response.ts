import { errorCatalogue } from '../lib/errors.ts'
import { identify } from '../operations/identify.ts'
import { fixedHeaders, type PlainResponse } from './message.ts'
import type { ServiceError } from './service-error.ts'

/** A body of many faults must not make a response many times its size. Sixty is more than all business rules can yield. */
const issuesMax = 60

/** An error as an RFC 9457 problem document. It never holds a value that the client sent. */
export function problemResponse(error: ServiceError, requestId: string, path: string): PlainResponse {
  const { status, title } = errorCatalogue[error.code]
  const problem = {
    // Interface 4.3: on this endpoint success is told by the status and by `ok`; the two must agree.
    ...(path === identify.path && { ok: false }),
    type: `/docs/errors/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.issues.length > 0 && { errors: error.issues.slice(0, issuesMax) }),
  }
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...error.headers,
    },
    body: JSON.stringify(problem),
  }
}

/** The whole response to a request that is rejected before it has an id, with the headers that all have. */
export function rejectAtOnce(error: ServiceError, path: string): PlainResponse {
  const requestId = crypto.randomUUID()
  const response = problemResponse(error, requestId, path)
  return { ...response, headers: { ...fixedHeaders(requestId, path), ...response.headers } }
}
