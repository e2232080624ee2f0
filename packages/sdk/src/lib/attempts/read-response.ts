import { parseBody } from '@affiliate-platform/contract'
import type { AnyAffiliateError } from '../errors/errors.ts'
import type { Redact } from '../errors/redact.ts'
import type { Exchange, ResponseHead } from '../transport/exchange.ts'
import { type AttemptFacts, toFaultError, toResponseError, toStatusError } from '../transport/to-error.ts'
import type { Action } from './action.ts'

/** What an attempt came to. */
export type AttemptResult<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly error: AnyAffiliateError }

/** What reading a response needs beside the response. */
export interface ResponseContext<Body> {
  readonly action: Action<Body>
  readonly facts: AttemptFacts
  readonly redact: Redact
  /** Whether the attempt's time was all that was left of the call's. */
  readonly isLastTime: boolean
}

/** The one place where an ended attempt becomes a response or an error. Never throws. */
export function readResponse<Body>(exchange: Exchange, context: ResponseContext<Body>): AttemptResult<Body> {
  const { facts, redact } = context
  const { response } = exchange
  if (response !== undefined && !response.ok) {
    // A rejection whose body stalls, breaks or never ends is still that rejection.
    const text = exchange.fault === undefined ? exchange.text : ''
    return { ok: false, error: toStatusError({ ...facts, status: response.status }, text, redact) }
  }
  if (exchange.fault !== undefined) {
    const { fault, reason } = exchange
    return { ok: false, error: toFaultError(facts, fault, { reason, isTotal: context.isLastTime }) }
  }
  return readSuccess(exchange.response, exchange.text, context)
}

function readSuccess<Body>(
  response: ResponseHead,
  text: string,
  { action, facts, redact }: ResponseContext<Body>,
): AttemptResult<Body> {
  const fail = (code: string, what: string, issues: ResponseIssues = []): AttemptResult<Body> => ({
    ok: false,
    error: toResponseError(facts, { code, what, issues }, { text, redact }),
  })
  if (!isJson(response.headers.get('content-type')))
    return fail('unexpected_media_type', 'the response is not JSON.')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('malformed_json', 'the response is not valid JSON.')
  }
  const parsed = parseBody(action.responseSchema, json)
  if (!parsed.ok) return fail('invalid_shape', 'the response has another shape.', parsed.issues)
  const body = parsed.value as Body
  const issues = action.verify(body, response.headers)
  const [first] = issues
  return first === undefined
    ? { ok: true, body }
    : fail(first.code, 'the response does not match the request.', issues)
}

type ResponseIssues = Parameters<typeof toResponseError>[1]['issues']

// A response that names no type is given the benefit of the doubt: its content decides.
const isJson = (contentType: string | null): boolean =>
  contentType === null || /^\s*[\w.-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
