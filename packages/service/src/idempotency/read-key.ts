import { headerNames, limits } from '@affiliate-platform/contract'
import { ServiceError } from '../http/service-error.ts'

const keyPattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$`)

/**
 * Reads the `Idempotency-Key` header.
 *
 * @throws ServiceError `invalid_idempotency_key` when it is empty, too long, repeated or not visible ASCII
 */
export function readIdempotencyKey(request: {
  header(name: string): string | undefined
}): string | undefined {
  const key = request.header(headerNames.idempotencyKey.toLowerCase())
  // A repeated header arrives joined by a comma and a space, and a space is not visible.
  if (key === undefined || keyPattern.test(key)) return key
  const message = `1 to ${limits.idempotencyKeyCharactersMax} visible ASCII characters, sent once.`
  throw new ServiceError('invalid_idempotency_key', message, {
    issues: [{ header: headerNames.idempotencyKey, code: 'invalid_format', message }],
  })
}
