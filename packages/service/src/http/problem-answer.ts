import { errorCatalogue, operations } from '@affiliate-platform/contract'
import type { Answer } from './message.ts'
import type { ServiceError } from './service-error.ts'

/** A body of many faults must not make an answer many times its size. Sixty is more than all business rules can yield. */
const issuesMax = 60

/** A refusal as an RFC 9457 problem document. It never holds a value that the client sent. */
export function problemAnswer(error: ServiceError, requestId: string, path: string): Answer {
  const { status, title } = errorCatalogue[error.code]
  const problem = {
    // Interface 4.3: on this endpoint success is told by the status and by `ok`; the two must agree.
    ...(path === operations.identify.path && { ok: false }),
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
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...error.headers },
    body: JSON.stringify(problem),
  }
}
