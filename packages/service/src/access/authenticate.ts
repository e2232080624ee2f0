import { type ApiKeyKind, apiKeyKind } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import {
  findCredentialByHash,
  hashApiKey,
  type StoredCredential,
} from '@affiliate-platform/platform/api-keys'
import type { Queryable } from '@affiliate-platform/platform/database'
import { ServiceError } from '../http/service-error.ts'

/** How long a process may rely on what it has read of a key: a change takes effect everywhere within this time. */
const readingKeptMs = 1000
const readingsMax = 10_000

/** Turns an `Authorization` header into the credential it stands for. */
export interface Authenticator {
  /**
   * @param authorization - the header's value
   * @param kind - the one kind of API key that the operation accepts
   * @throws ServiceError `missing_credential` or `invalid_credential`
   */
  authenticate(authorization: string | undefined, kind: ApiKeyKind): Promise<Credential>
}

interface Reading {
  /** `undefined`: there is no such key. That is remembered as well, so that no key costs a query twice (D72). */
  readonly credential: Promise<StoredCredential | undefined>
  readonly askedAtMs: number
}

/**
 * Creates the process's authenticator, with its own short memory of keys.
 *
 * @param clock - a test's time. Without it the database's rules, and this process only measures how long ago it was read
 */
export function createAuthenticator(database: Queryable, clock?: () => number): Authenticator {
  const stopwatch = clock ?? (() => performance.now())
  const readings = new Map<string, Reading>()

  function read(apiKey: string): Reading {
    const keyHash = hashApiKey(apiKey)
    const hashText = keyHash.toString('base64')
    const kept = readings.get(hashText)
    // A clock that was set back must not make an old reading look fresh.
    if (kept !== undefined && Math.abs(stopwatch() - kept.askedAtMs) < readingKeptMs) return kept
    const credential = findCredentialByHash(database, keyHash, clock?.())
    const reading = { credential, askedAtMs: stopwatch() }
    if (readings.size >= readingsMax) readings.clear()
    readings.set(hashText, reading)
    // A failure is nothing to remember; whoever waits for it is told.
    credential.catch(() => readings.delete(hashText))
    return reading
  }

  return {
    async authenticate(authorization, kind) {
      const apiKey = parseBearer(authorization)
      // Interface 5 rule 4: kinds are not interchangeable. A wrong kind or checksum needs no look-up.
      if (apiKeyKind(apiKey) !== kind) throw invalidCredential()
      const reading = read(apiKey)
      const credential = await reading.credential
      const elapsedMs = stopwatch() - reading.askedAtMs
      if (credential?.kind !== kind || hasEnded(credential, elapsedMs)) throw invalidCredential()
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

function hasEnded({ expiresAtMs, revokedAtMs, readAtMs }: StoredCredential, elapsedMs: number): boolean {
  return revokedAtMs !== undefined || (expiresAtMs !== undefined && expiresAtMs <= readAtMs + elapsedMs)
}
