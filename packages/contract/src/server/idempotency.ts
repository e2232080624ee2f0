import { headerNames } from '../lib/headers.ts'
import * as limits from '../lib/limits.ts'
import type { PlainRequest, Result } from './message.ts'
import { ServiceError } from './service-error.ts'

/** Names one action of one client: retries of it carry the same claim. */
export interface IdempotencyClaim {
  readonly workspaceId: string
  /** The API key and its successors. */
  readonly lineageId: string
  readonly operation: string
  /** The record that the action is about. */
  readonly targetId: string
  readonly key: string
  /** The canonical text of the body: retries send the same. */
  readonly canonicalBody: string
}

/** The first request made with a key, and its response. */
export interface IdempotencyRecord {
  /** Whether the first request had the same body. */
  readonly isSameRequest: boolean
  /** The status and the body of the first response. */
  readonly status: number
  readonly body: string
}

const keyPattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$`)

/**
 * Reads the `Idempotency-Key` header.
 *
 * @throws ServiceError `invalid_idempotency_key` when it is empty, too long, repeated or not visible ASCII
 */
export function readIdempotencyKey(request: Pick<PlainRequest, 'header'>): string | undefined {
  const key = request.header(headerNames.idempotencyKey.toLowerCase())
  // A repeated header arrives joined by a comma and a space, and a space is not visible.
  if (key === undefined || keyPattern.test(key)) return key
  const message = `1 to ${limits.idempotencyKeyCharactersMax} visible ASCII characters, sent once.`
  throw new ServiceError('invalid_idempotency_key', message, {
    issues: [{ header: headerNames.idempotencyKey, code: 'invalid_format', message }],
  })
}

/**
 * The result for a retry: byte for byte that of the first request, marked as replayed.
 *
 * @throws ServiceError `idempotency_key_reused` when the key was used with another body
 */
export function replayResponse<Value>({ isSameRequest, status, body }: IdempotencyRecord): Result<Value> {
  if (isSameRequest) {
    const headers = { [headerNames.idempotencyReplayed]: 'true' }
    return { value: JSON.parse(body), text: body, status, headers }
  }
  throw new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key for a new action.',
  )
}

/** The error for a retry whose first request has not ended. */
export function stillInProgress(): ServiceError {
  return new ServiceError(
    'idempotency_key_in_progress',
    'An earlier request is still being processed. Retry.',
    { headers: { [headerNames.retryAfter]: '1' } },
  )
}
