import type { ErrorFacts, OperationName } from '../errors/affiliate-error.ts'
import {
  type AnyAffiliateError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  InvalidRequestError,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TermsRejectedError,
  TimeoutError,
} from '../errors/errors.ts'
import type { Issue } from '../errors/issue.ts'
import type { Redact } from '../errors/redact.ts'
import type { ExchangeFault } from './exchange.ts'

/** What is known of every ended attempt, whatever its end. */
export interface AttemptFacts
  extends Pick<ErrorFacts, 'idempotencyKey' | 'status' | 'requestId' | 'retryAfterMs' | 'rateLimit'> {
  readonly operation: OperationName
  readonly attempts: number
}

const bodyCharactersMax = 16_384
const issuesMax = 100

/** The error for a response whose status is no success. Status alone chooses the class. */
export function toStatusError(
  facts: AttemptFacts & { status: number },
  text: string,
  redact: Redact,
): AnyAffiliateError {
  const { status } = facts
  const problem = toRecord(parseJson(text))
  const code = toCode(problem['code'], redact) ?? `http_${status}`
  const ErrorClass = chooseClass(status, code)
  return new ErrorClass({
    ...facts,
    code: ErrorClass === InvalidResponseError ? 'unexpected_status' : code,
    message: describe(facts, `${describeProblem(problem['detail'], redact)}(${status} ${code})`),
    issues: toIssues(problem['errors'], redact),
    body: toBody(text, redact),
  })
}

type ErrorClass = new (facts: ErrorFacts) => AnyAffiliateError

const classByStatus: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  // The service, or a proxy before it, gave up waiting: worth another try, as its 5xx are.
  408: ServerError,
  409: ConflictError,
  429: RateLimitError,
}

function chooseClass(status: number, code: string): ErrorClass {
  if (status >= 500 && status < 600) return ServerError
  if (status < 400 || status >= 600) return InvalidResponseError
  // Still the class of the status: terms rejected are an invalid request, told apart for convenience.
  if (status === 400 && code === 'terms_rejected') return TermsRejectedError
  return classByStatus[status] ?? InvalidRequestError
}

/** The error for a request that got no complete response. */
export function toFaultError(
  facts: AttemptFacts,
  fault: ExchangeFault,
  details: { readonly reason?: string | undefined; readonly isTotal: boolean },
): AnyAffiliateError {
  if (fault === 'body_too_large') {
    const message = describe(facts, 'the response is larger than 10 MiB')
    return new InvalidResponseError({ ...facts, code: 'response_too_large', message })
  }
  if (fault === 'faulty_fetch') {
    const what = `fetch gave no Response that can be read, or threw an error of its own${reasonOf(details)}`
    return new ConfigurationError({ ...facts, code: 'faulty_fetch', message: describe(facts, what) })
  }
  if (undecodablePattern.test(details.reason ?? '')) {
    const message = describe(facts, 'the response is not encoded as its header says')
    return new InvalidResponseError({ ...facts, code: 'unreadable_body', message })
  }
  if (fault === 'timeout') {
    const what = details.isTotal
      ? 'the total timeout of the call is used up'
      : 'no response within the timeout of one attempt'
    const code = details.isTotal ? 'total_timeout' : 'attempt_timeout'
    return new TimeoutError({ ...facts, code, message: describe(facts, what) })
  }
  const message = describe(facts, `the connection failed${reasonOf(details)}`)
  const { reason } = details
  return new NetworkError({ ...facts, code: toNetworkCode(reason), message, reason })
}

const reasonOf = ({ reason }: { readonly reason?: string | undefined }): string =>
  reason === undefined ? '' : ` (${reason})`

const undecodablePattern = /^(?:Z_DATA_ERROR|ERR__ERROR)/

// What the runtimes call a connection that was never made, and a certificate that they do not trust.
const notConnectedPattern =
  /^(?:NOT_CONNECTED|ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
const certificatePattern = /CERT|UNABLE_TO_VERIFY/

function toNetworkCode(reason = ''): string {
  if (notConnectedPattern.test(reason)) return 'not_connected'
  return certificatePattern.test(reason) ? 'certificate_rejected' : 'network_error'
}

/** The error for a success that cannot be the response to the request. */
export function toResponseError(
  facts: AttemptFacts,
  fault: { readonly code: string; readonly what: string; readonly issues?: readonly Issue[] },
  response: { readonly text: string; readonly redact: Redact },
): InvalidResponseError {
  const { code, what, issues = [] } = fault
  const places = issues.slice(0, 3).map(({ pointer, message }) => `${pointer}: ${message}`)
  const message = describe(facts, [what, ...places].join(' '))
  return new InvalidResponseError({
    ...facts,
    code,
    message,
    issues: issues.slice(0, issuesMax),
    body: toBody(response.text, response.redact),
  })
}

function describe({ operation, attempts, requestId }: AttemptFacts, what: string): string {
  const id = requestId === undefined ? '' : `, request ${requestId}`
  return `${operation} failed: ${what}; attempt ${attempts}${id}`
}

const describeProblem = (detail: unknown, redact: Redact): string =>
  typeof detail === 'string' && detail !== '' ? `${redact.line(detail).slice(0, 300)} ` : ''

function toBody(text: string, redact: Redact): unknown {
  if (text.length > bodyCharactersMax) {
    // Redacted first: cutting first could leave the first half of a secret at the end.
    return String(redact.value(text)).slice(0, bodyCharactersMax)
  }
  return redact.value(parseJson(text) ?? (text === '' ? undefined : text))
}

function toIssues(value: unknown, redact: Redact): readonly Issue[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, issuesMax).flatMap((entry): readonly Issue[] => {
    const { code, message, pointer, parameter, header } = toRecord(entry)
    if (typeof code !== 'string' || typeof message !== 'string') return []
    const place = Object.entries({ pointer, parameter, header }).flatMap(([member, name]) =>
      typeof name === 'string' ? [[member, redact.name(name)]] : [],
    )
    return [{ ...Object.fromEntries(place), code: redact.name(code), message: redact.line(message) }]
  })
}

function toCode(value: unknown, redact: Redact): string | undefined {
  const code = typeof value === 'string' ? redact.name(value) : ''
  return /^[a-z][a-z0-9_]{1,60}$/.test(code) ? code : undefined
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
