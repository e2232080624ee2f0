import { ServiceError } from '@affiliate-platform/contract/server'

/**
 * Requires the key under which secrets of endpoints are encrypted. The console offers nothing that needs it without it.
 *
 * @throws ServiceError
 */
export function requireSecretKey(secretKey: Uint8Array | undefined): Uint8Array {
  if (secretKey !== undefined) return secretKey
  throw new ServiceError(
    'invalid_request',
    'Secrets of endpoints are stored only encrypted, and this service has no AFFILIATE_SECRET_KEY.',
  )
}
