import { apiKeyChecksum, apiKeyKind, type CredentialKind, type KeyScope } from '../lib/api-keys.ts'
import type { Authenticator, Caller } from './caller.ts'
import { ServiceError } from './service-error.ts'

/** The record behind an API key or a setup code. */
export interface Credential {
  readonly workspaceId: string
  readonly id: string
  /** Shared by a key and its successors. */
  readonly lineageId: string
  readonly kind: CredentialKind
  /** The app of an affiliate key; other kinds have none. */
  readonly appId: string | undefined
  readonly scopes: readonly KeyScope[]
}

// Made as API keys are. No client has one of these, and so none knows them.
const browserKinds = ['sign_in', 'session', 'member_sign_in', 'member_session'] as const
const browserPattern = new RegExp(`^(aff_(${browserKinds.join('|')})_[0-9A-Za-z]{32,64})_([0-9A-Za-z]{6})$`)

/** Reads the kind of anything that opens an operation from its text; `undefined` for other text. */
export function credentialKind(text: string): CredentialKind | undefined {
  const [, body = '', kind, checksum] = browserPattern.exec(text) ?? []
  if (checksum === undefined || checksum !== apiKeyChecksum(body)) return apiKeyKind(text)
  return browserKinds.find((known) => known === kind)
}

/**
 * Finds the credential of an API key.
 *
 * @returns `undefined` for a key that is unknown, revoked or expired
 */
export type FindCredential = (apiKey: string) => Promise<Credential | undefined>

/**
 * Authenticates by the API key in the `Authorization` header, and by none anywhere else.
 *
 * @param quotaRequestsMax - admitted requests in any 60 s, by kind of API key
 */
export function authenticateKeys(
  findCredential: FindCredential,
  quotaRequestsMax: Readonly<Record<'affiliate' | 'workspace', number>>,
): Authenticator {
  return async (request, sources) => {
    const apiKey = parseBearer(request.header('authorization'))
    if (apiKey === undefined) return undefined
    // Interface 5 rule 4: kinds are not interchangeable. A wrong kind or checksum needs no look-up.
    const kind = credentialKind(apiKey)
    const isTaken = kind !== undefined && sources.includes(kind)
    const credential = isTaken ? await findCredential(apiKey) : undefined
    if (credential === undefined || credential.kind !== kind) throw invalidCredential(sources)
    return toCaller(credential, quotaRequestsMax[kind === 'affiliate' ? kind : 'workspace'])
  }
}

/** The one error for unknown, revoked, expired, used and wrong-kind credentials: a guess learns nothing. */
export function invalidCredential(sources: readonly CredentialKind[]): ServiceError {
  const detail = sources.includes('setup')
    ? 'The setup code is unknown, used or expired.'
    : 'The API key is unknown, revoked, expired or of another kind.'
  return new ServiceError('invalid_credential', detail)
}

const parseBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The caller whom a credential stands for. */
function toCaller(credential: Credential, requestsMax: number): Caller {
  const { workspaceId, id, lineageId, kind, appId, scopes } = credential
  return {
    ...{ workspaceId, id, lineageId, scopes, requestsMax },
    actor: `key:${id}`,
    source: kind,
    reach: appId === undefined ? { kind: 'workspace' } : { kind: 'app', appId },
  }
}
