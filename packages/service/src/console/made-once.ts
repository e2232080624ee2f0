import { headerNames } from '@affiliate-platform/contract'
import { type IdempotencyClaim, replayResponse, ServiceError } from '@affiliate-platform/contract/server'
import type { MadeBefore } from '@affiliate-platform/platform/api-keys'

/**
 * Requires that a request names its act: what it makes has a secret, and is made once (D344).
 *
 * @throws ServiceError
 */
export function requireClaim(claim: IdempotencyClaim | undefined): IdempotencyClaim {
  if (claim !== undefined) return claim
  const message = 'A name for this act: what is sent twice under it is done once.'
  throw new ServiceError('invalid_idempotency_key', message, {
    issues: [{ header: headerNames.idempotencyKey, code: 'required', message }],
  })
}

export const readMadeId = ({ first }: MadeBefore): string =>
  String(Reflect.get(Object(replayResponse(first).value), 'id'))
