import { errorCatalogue } from '../lib/errors.ts'
import type { Operation } from '../operations/definitions/operation.ts'
import { fixedHeaders, type PlainResponse } from './message.ts'
import type { ServiceError } from './service-error.ts'

/** A body of many faults must not make a response many times its size. Sixty is more than all business rules can yield. */
const issuesMax = 60

/**
 * An error as an RFC 9457 problem document. It never holds a value that the client sent.
 *
 * @param operation - the one at the path, whatever the method
 */
export function toProblem(error: ServiceError, requestId: string, operation?: Operation) {
  const { status, title } = errorCatalogue[error.code]
  return {
    ...operation?.problemMembers,
    type: `/docs/errors/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.issues.length > 0 && { errors: error.issues.slice(0, issuesMax) }),
  }
}

/** Responds with the problem document of an error. */
export function problemResponse(
  error: ServiceError,
  requestId: string,
  operation?: Operation,
): PlainResponse<string> {
  const problem = toProblem(error, requestId, operation)
  const { status } = problem
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
export function rejectAtOnce(
  error: ServiceError,
  path: string,
  operation?: Operation,
): PlainResponse<string> {
  const requestId = crypto.randomUUID()
  const response = problemResponse(error, requestId, operation)
  return { ...response, headers: { ...fixedHeaders(requestId, path), ...response.headers } }
}
