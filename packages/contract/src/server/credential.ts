import { apiKeyKind, type CredentialKind, type KeyScope } from '../lib/api-keys.ts'
import { ServiceError } from './service-error.ts'

/** The record behind an API key or a setup code: whom a request speaks for, and what it may do. */
export interface Credential {
  readonly workspaceId: string
  readonly id: string
  /** Shared by a key and its successors: quota, idempotency and cursors follow it. */
  readonly lineageId: string
  readonly kind: CredentialKind
  /** The app of an affiliate key; other kinds have none. */
  readonly appId: string | undefined
  readonly scopes: readonly KeyScope[]
}

/**
 * Finds the credential of an API key.
 *
 * @returns `undefined` for a key that is unknown, revoked or expired
 */
export type FindCredential = (apiKey: string) => Promise<Credential | undefined>

/**
 * Turns an `Authorization` header into the credential it stands for.
 *
 * @param kind - the one kind of API key that the operation accepts
 * @throws ServiceError `missing_credential` or `invalid_credential`
 */
export async function authenticate(
  findCredential: FindCredential,
  authorization: string | undefined,
  kind: CredentialKind,
): Promise<Credential> {
  const apiKey = parseBearer(authorization)
  // Interface 5 rule 4: kinds are not interchangeable. A wrong kind or checksum needs no look-up.
  const credential = apiKeyKind(apiKey) === kind ? await findCredential(apiKey) : undefined
  if (credential?.kind === kind) return credential
  throw invalidCredential(kind)
}

/** The one error for unknown, revoked, expired, used and wrong-kind credentials: a guess learns nothing. */
export function invalidCredential(kind: CredentialKind): ServiceError {
  const detail =
    kind === 'setup'
      ? 'The setup code is unknown, used or expired.'
      : 'The API key is unknown, revoked, expired or of another kind.'
  return new ServiceError('invalid_credential', detail)
}

function parseBearer(authorization: string | undefined): string {
  const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (apiKey !== undefined) return apiKey
  throw new ServiceError('missing_credential', 'Send the API key as "Authorization: Bearer <API_KEY>".')
}
