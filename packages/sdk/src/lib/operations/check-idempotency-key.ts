import * as limits from '@affiliate-platform/contract/limits'
import type { OperationName } from '../errors/affiliate-error.ts'
import { rejectRequest } from '../errors/reject-request.ts'

/**
 * Checks the key that names an action.
 *
 * @throws InvalidRequestError
 */
export function checkIdempotencyKey(operationId: OperationName, key: unknown): void {
  const charactersMax = limits.idempotencyKeyCharactersMax
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= charactersMax) return
  const message = `1 to ${charactersMax} visible ASCII characters.`
  const issue = { header: 'Idempotency-Key', code: 'invalid_format', message }
  throw rejectRequest(operationId, 'invalid_idempotency_key', [issue])
}
