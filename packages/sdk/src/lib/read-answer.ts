import { parseBody } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import type { AnyAffiliateError } from './errors.ts'
import type { Exchange, ResponseHead } from './exchange.ts'
import type { Redact } from './redact.ts'
import { type AttemptFacts, toAnswerError, toBreakageError, toStatusError } from './to-error.ts'

/** What an attempt came to. */
export type AttemptResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: AnyAffiliateError }

/** What reading an answer needs beside the answer. */
export interface AnswerContext<Answer> {
  readonly action: Action<Answer>
  readonly facts: AttemptFacts
  readonly redact: Redact
  /** Whether the attempt's time was all that was left of the call's. */
  readonly isLastTime: boolean
}

/** The one place where an ended attempt becomes an answer or an error. Never throws. */
export function readAnswer<Answer>(
  exchange: Exchange,
  context: AnswerContext<Answer>,
): AttemptResult<Answer> {
  const { facts, redact } = context
  const { response } = exchange
  if (response !== undefined && !response.ok) {
    // A refusal whose body stalls, breaks or never ends is still that refusal.
    const text = exchange.breakage === undefined ? exchange.text : ''
    return { ok: false, error: toStatusError({ ...facts, status: response.status }, text, redact) }
  }
  if (exchange.breakage !== undefined) {
    const { breakage, reason } = exchange
    return { ok: false, error: toBreakageError(facts, breakage, { reason, isTotal: context.isLastTime }) }
  }
  return readSuccess(exchange.response, exchange.text, context)
}

function readSuccess<Answer>(
  response: ResponseHead,
  text: string,
  { action, facts, redact }: AnswerContext<Answer>,
): AttemptResult<Answer> {
  const fail = (code: string, what: string, issues: AnswerIssues = []): AttemptResult<Answer> => ({
    ok: false,
    error: toAnswerError(facts, { code, what, issues }, { text, redact }),
  })
  if (!isJson(response.headers.get('content-type')))
    return fail('unexpected_media_type', 'the answer is not JSON.')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('malformed_json', 'the answer is no valid JSON.')
  }
  const parsed = parseBody(action.answerSchema, json)
  if (!parsed.ok) return fail('invalid_shape', 'the answer has another shape.', parsed.issues)
  const answer = parsed.value as Answer
  const issues = action.verify(answer)
  const [first] = issues
  return first === undefined ? { ok: true, answer } : fail(first.code, 'the answer cannot be right.', issues)
}

type AnswerIssues = Parameters<typeof toAnswerError>[1]['issues']

// An answer that names no type is given the benefit of the doubt: its content decides.
const isJson = (contentType: string | null): boolean =>
  contentType === null || /^\s*[\w.-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
