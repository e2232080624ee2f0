import { type ErrorCode, errorCatalogue, type Problem } from './errors.ts'
import type { Issue } from './issues.ts'
import * as limits from './limits.ts'

/** A named example: one line on what it shows, and the value itself. */
export interface Example<Value> {
  /** One line on what it shows. */
  readonly summary: string
  /** A request or a response, as JSON. */
  readonly value: Value
}

/** One problem document for each error code that an operation can respond with. */
export type Rejections = { readonly [Code in ErrorCode]?: Example<Problem> }

/** The request id that every example carries. */
export const exampleRequestId = '0f8b6a52-6d0e-4a53-9d5c-2f3c1b8e7a40'

/** Builds the example of a rejection: title and status come from the catalogue. */
export function rejection(code: ErrorCode, detail: string, issues: readonly Issue[] = []): Example<Problem> {
  const { status, title } = errorCatalogue[code]
  const type = `/docs/errors/${code}`
  const errors = issues.map((issue) => ({ ...issue }))
  const problem = { type, title, status, detail, code, requestId: exampleRequestId }
  return { summary: title, value: errors.length === 0 ? problem : { ...problem, errors } }
}

/** The same on the identify endpoint, where every rejection also says `ok: false` (interface 4.3). */
export function identifyRejection(code: ErrorCode, detail: string, issues: readonly Issue[] = []) {
  const { summary, value } = rejection(code, detail, issues)
  return { summary, value: { ok: false as const, ...value } }
}

/** The rejections that every operation shares. */
export function commonRejections<Built>(build: (code: ErrorCode, detail: string) => Built) {
  const seconds = limits.quotaWindowMs / 1000
  return {
    missing_credential: build('missing_credential', 'Send the API key as "Authorization: Bearer <API_KEY>".'),
    invalid_credential: build(
      'invalid_credential',
      'The API key is unknown, revoked, expired or of another kind.',
    ),
    access_denied: build(
      'access_denied',
      'The resource does not exist or is not accessible with this API key.',
    ),
    not_found: build('not_found', 'There is no operation at this path.'),
    quota_exceeded: build(
      'quota_exceeded',
      `The API key has used up its requests of the last ${seconds} seconds. Wait 17 s.`,
    ),
    internal_error: build('internal_error', 'Internal error. Quote the request id when you report it.'),
    unavailable: build('unavailable', 'The database cannot respond right now. Try again shortly.'),
  }
}

/** The rejections that every operation with a JSON body shares. */
export function bodyRejections<Built>(build: (code: ErrorCode, detail: string) => Built) {
  return {
    invalid_json: build('invalid_json', 'The body must be one JSON value in UTF-8.'),
    body_too_large: build('body_too_large', `The body may have at most ${limits.bodyBytesMax} bytes.`),
    unsupported_media_type: build(
      'unsupported_media_type',
      'Send the body as application/json in UTF-8, without a content encoding.',
    ),
  }
}
