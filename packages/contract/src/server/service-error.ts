import type { ErrorCode } from '../lib/errors.ts'
import type { Issue } from '../lib/issues.ts'
import type { Headers } from './message.ts'

/** What an error carries beside its code. */
export interface ServiceErrorDetails {
  /** Every fault of the request, when there are several to name. */
  readonly issues?: readonly Issue[]
  /** Headers that belong to the error, such as `Retry-After`. */
  readonly headers?: Headers
  /** What went wrong inside. It is logged and never sent. */
  readonly cause?: unknown
}

/**
 * An expected error on its way to the client: the one that the server turns into a problem document with the status of
 * its code. Everything else that is thrown becomes `unavailable` or `internal_error`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  readonly headers: Headers

  /** @param detail - what was rejected and what is allowed; never a value that the client sent */
  constructor(
    code: ErrorCode,
    detail: string,
    { issues = [], headers = {}, cause }: ServiceErrorDetails = {},
  ) {
    // An expected error is a response. Its code or its cause says where it comes from, at a fraction of a stack's cost.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail, cause === undefined ? undefined : { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.issues = issues
    this.headers = headers
  }
}

/**
 * The one error for a record that is unknown, of another app or of another workspace: the three must not be told
 * apart (interface section 5 rule 3).
 */
export function accessDenied(): ServiceError {
  return new ServiceError(
    'access_denied',
    'The resource does not exist or is not accessible with this API key.',
  )
}
