import { type ApiKeyKind, apiKeyKind, type KeyScope } from '../lib/api-keys.ts'
import { ServiceError } from './service-error.ts'

/** The record behind an API key: whom a request speaks for, and what it may do. */
export interface Credential {
  readonly workspaceId: string
  readonly id: string
  /** Shared by a key and its successors: quota, idempotency and cursors follow it. */
  readonly lineageId: string
  readonly kind: ApiKeyKind
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
  kind: ApiKeyKind,
): Promise<Credential> {
  const apiKey = parseBearer(authorization)
  // Interface 5 rule 4: kinds are not interchangeable. A wrong kind or checksum needs no look-up.
  const credential = apiKeyKind(apiKey) === kind ? await findCredential(apiKey) : undefined
  if (credential?.kind === kind) return credential
  // Unknown, revoked, expired and wrong-kind keys share one response: a guess learns nothing.
  throw new ServiceError('invalid_credential', 'The API key is unknown, revoked, expired or of another kind.')
}

function parseBearer(authorization: string | undefined): string {
  const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (apiKey !== undefined) return apiKey
  throw new ServiceError('missing_credential', 'Send the API key as "Authorization: Bearer <API_KEY>".')
}
