import { type ErrorCode, errorCatalogue } from '@affiliate-platform/contract'
import { type QuotaWindow, quotaHeaders } from './quota.ts'

/** A rejection on its way to a framework's error handler. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.code = code
    this.headers = headers
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** Does a step of an admitted request: its rejections tell what is left of the quota, as its responses do. */
export async function underWindow<Result>(window: QuotaWindow, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw new Rejection(error.code, error.message, { ...quotaHeaders(window), ...error.headers })
  }
}

/** The problem document of a rejection. */
export function toProblem({ code, message }: Pick<Rejection, 'code' | 'message'>, requestId: string) {
  const { status, title } = errorCatalogue[code]
  return { type: `/docs/errors/${code}`, title, status, detail: message, code, requestId }
}

/** 401 for whatever is wrong with a key. */
export const invalidCredential = (): Rejection =>
  new Rejection('invalid_credential', 'The API key is unknown, revoked, expired or of another kind.', {
    'WWW-Authenticate': 'Bearer',
  })

/** 403 for a record of another owner. */
export const accessDenied = (): Rejection =>
  new Rejection('access_denied', 'The resource does not exist or is not accessible with this API key.')

/** 404 for an unknown path. */
export const notFound = (): Rejection => new Rejection('not_found', 'There is no operation at this path.')

/** 413. */
export const bodyTooLarge = (): Rejection =>
  new Rejection('body_too_large', 'The body may have at most 65536 bytes.')

/** 429 until the window opens. */
export function quotaExceeded(waitMs: number, requestsMax: number): Rejection {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const window: QuotaWindow = { requestsMax, remaining: 0, resetMs: waitMs }
  return new Rejection(
    'quota_exceeded',
    `At most ${requestsMax} requests per API key in any 60 seconds. Wait ${seconds} s.`,
    { 'Retry-After': String(seconds), ...quotaHeaders(window) },
  )
}
