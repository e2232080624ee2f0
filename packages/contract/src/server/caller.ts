import type { CallerScope, CredentialKind } from '../lib/api-keys.ts'
import type { PlainRequest } from './message.ts'
import { accessDenied, ServiceError } from './service-error.ts'

/** Whose records a caller can meet. */
export type Reach =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'app'; readonly appId: string }
  | {
      readonly kind: 'memberships'
      readonly membershipIds: readonly string[]
      /** As whom they are met: the account of who acts for them. */
      readonly accountId: string
    }

/** Who sends a request. What they may do, how often and as whom follows from this and from nothing else. */
export interface Caller {
  readonly workspaceId: string
  /** The id of the API key or of the session. */
  readonly id: string
  /** As facts and changes name it, such as `key:<id>`. */
  readonly actor: string
  readonly source: CredentialKind
  readonly reach: Reach
  readonly scopes: readonly CallerScope[]
  /** Quota, idempotency and cursors follow it: an API key shares it with its successors, a session with its account. */
  readonly lineageId: string
  /** Admitted requests in any 60 s. */
  readonly requestsMax: number
}

/**
 * One way to find out who sends a request, of those sources that an operation takes.
 *
 * @returns `undefined` where the request shows nothing of its kind
 * @throws ServiceError `invalid_credential` for what it shows and nobody knows
 */
export type Authenticator = (
  request: PlainRequest,
  sources: readonly CredentialKind[],
) => Promise<Caller | undefined>

/**
 * Finds out who sends a request.
 *
 * @throws ServiceError `missing_credential` or `invalid_credential`
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: PlainRequest,
  sources: readonly CredentialKind[],
): Promise<Caller> {
  for (const find of authenticators) {
    const caller = await find(request, sources)
    if (caller !== undefined) return caller
  }
  throw new ServiceError('missing_credential', 'Send the API key as "Authorization: Bearer <API_KEY>".')
}

/** The app whose records are listed. */
export interface AppScope {
  readonly workspaceId: string
  readonly appId: string
}

/**
 * The one app that a caller reaches.
 *
 * @throws ServiceError `access_denied` for callers with another reach
 */
export function appOf({ workspaceId, reach }: Caller): AppScope {
  if (reach.kind !== 'app') throw accessDenied()
  return { workspaceId, appId: reach.appId }
}
