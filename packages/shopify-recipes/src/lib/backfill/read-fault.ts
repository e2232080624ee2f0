import { isStatus, toRecord } from '../fault.ts'

/** What a failed read of a shop means. */
export type ReadFault =
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly status: number | null }
  /** 429, or GraphQL's THROTTLED: worth another attempt after the time, 0 when none was named. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }

// D40. 403 is not among them: it is a scope or the app's IP allowlist, and hits shops that are well.
const skippedStatuses: readonly (number | null)[] = [401, 402, 404, 423]

/**
 * Judges what reading a shop threw. Shopify's libraries throw errors with `response.code`, and bare `Response`
 * objects where a token refresh failed.
 */
export function toReadFault(thrown: unknown, rejectedRefreshMeansRevoked: boolean): ReadFault {
  try {
    return judge(thrown, rejectedRefreshMeansRevoked)
  } catch {
    // Even looking at what was thrown may throw.
    return { kind: 'failed', status: null }
  }
}

function judge(thrown: unknown, rejectedRefreshMeansRevoked: boolean): ReadFault {
  if (isSessionMissing(thrown) || isRefreshRejected(thrown)) return { kind: 'skipped' }
  const status = readStatus(thrown)
  const isRevoked = thrown instanceof Response && status === 500 && rejectedRefreshMeansRevoked
  if (isRevoked || skippedStatuses.includes(status)) return { kind: 'skipped' }
  if (status === 429) return { kind: 'throttled', retryAfterMs: readRetryAfterMs(thrown) }
  if (isThrottledGraphql(thrown)) return { kind: 'throttled', retryAfterMs: 0 }
  return { kind: 'failed', status }
}

// Recognized by name, because the recipes import nothing of Shopify.
const isSessionMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.constructor.name === 'SessionNotFoundError'

function readStatus(thrown: unknown): number | null {
  if (thrown instanceof Response) return thrown.status
  const { response, status } = toRecord(thrown)
  const { code, status: responseStatus } = toRecord(response)
  return [code, responseStatus, status].find(isStatus) ?? null
}

/** The token endpoint said that the refresh token is no good. */
function isRefreshRejected(thrown: unknown): boolean {
  const { code, body } = toRecord(toRecord(thrown)['response'])
  const { error } = toRecord(body)
  return code === 400 && (error === 'invalid_grant' || error === 'invalid_subject_token')
}

function isThrottledGraphql(thrown: unknown): boolean {
  const { errors } = toRecord(toRecord(thrown)['body'])
  const { graphQLErrors } = toRecord(errors)
  const list: readonly unknown[] = Array.isArray(graphQLErrors) ? graphQLErrors : []
  return list.some((error) => toRecord(toRecord(error)['extensions'])['code'] === 'THROTTLED')
}

function readRetryAfterMs(thrown: unknown): number {
  const seconds =
    thrown instanceof Response
      ? Number(thrown.headers.get('retry-after'))
      : Number(toRecord(toRecord(thrown)['response'])['retryAfter'])
  return seconds > 0 ? seconds * 1000 : 0
}
