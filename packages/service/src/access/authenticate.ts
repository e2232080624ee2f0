import { type ApiKeyKind, apiKeyKind } from '@affiliate-platform/contract'
import type { Queryable } from '../database/database.ts'
import { ServiceError } from '../http/service-error.ts'
import { hashApiKey } from './api-key.ts'
import type { Credential } from './credential.ts'
import { findCredentialByHash, type StoredCredential } from './credential-store.ts'

/** How long a process may rely on a credential it has read: a revocation takes effect everywhere within this time. */
const credentialCacheMs = 1000
const cachedCredentialsMax = 10_000

/** Turns an `Authorization` header into the credential it stands for. */
export interface Authenticator {
  /**
   * @param authorization - the header's value
   * @param kind - the one kind of API key that the operation accepts
   * @throws ServiceError `missing_credential` or `invalid_credential`
   */
  authenticate(authorization: string | undefined, kind: ApiKeyKind, nowMs: number): Promise<Credential>
}

/** Creates the process's authenticator, with its own short memory of credentials. */
export function createAuthenticator(database: Queryable): Authenticator {
  const cache = new Map<string, { readonly credential: StoredCredential; readonly readAtMs: number }>()

  async function findCredential(apiKey: string, nowMs: number): Promise<StoredCredential | undefined> {
    const keyHash = hashApiKey(apiKey)
    const cacheKey = keyHash.toString('base64')
    const cached = cache.get(cacheKey)
    // A clock that was set back must not make an old reading look fresh.
    if (cached !== undefined && Math.abs(nowMs - cached.readAtMs) < credentialCacheMs)
      return cached.credential
    const credential = await findCredentialByHash(database, keyHash)
    if (cache.size >= cachedCredentialsMax) cache.clear()
    if (credential === undefined) cache.delete(cacheKey)
    else cache.set(cacheKey, { credential, readAtMs: nowMs })
    return credential
  }

  return {
    async authenticate(authorization, kind, nowMs) {
      const apiKey = parseBearer(authorization)
      // Interface 5 rule 4: kinds are not interchangeable. A wrong kind or checksum needs no look-up.
      if (apiKeyKind(apiKey) !== kind) throw invalidCredential()
      const credential = await findCredential(apiKey, nowMs)
      if (credential === undefined || credential.kind !== kind || hasEnded(credential, nowMs)) {
        throw invalidCredential()
      }
      return credential
    },
  }
}

function parseBearer(authorization: string | undefined): string {
  const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (apiKey !== undefined) return apiKey
  throw new ServiceError('missing_credential', 'Send the API key as "Authorization: Bearer <API_KEY>".', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

// Unknown, revoked, expired and wrong-kind keys share one answer: a guess learns nothing.
function invalidCredential(): ServiceError {
  return new ServiceError(
    'invalid_credential',
    'The API key is unknown, revoked, expired or of another kind.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  )
}

function hasEnded({ expiresAtMs, revokedAtMs }: StoredCredential, nowMs: number): boolean {
  return revokedAtMs !== undefined || (expiresAtMs !== undefined && expiresAtMs <= nowMs)
}
