import type { ErrorCode, Issue } from '@affiliate-platform/contract'
import type { Headers } from './message.ts'

/** What a refusal carries beside its code. */
export interface RefusalDetails {
  /** Every fault of the request, when there are several to tell. */
  readonly issues?: readonly Issue[]
  /** Headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Headers
  /** What went wrong inside. It is logged and never sent. */
  readonly cause?: unknown
}

/**
 * A refusal on its way to the client: the one error that the pipeline turns into a problem document with the status
 * of its code. Everything else that is thrown becomes `internal_error`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  readonly headers: Headers

  /** @param detail - what was refused and what is allowed; never a value that the client sent */
  constructor(code: ErrorCode, detail: string, { issues = [], headers = {}, cause }: RefusalDetails = {}) {
    // A refusal is an answer. Where it comes from is told by its code or by its cause, at a fraction of the cost.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail, cause === undefined ? undefined : { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.issues = issues
    this.headers = headers
  }
}
