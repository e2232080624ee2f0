import { consoleUnattendedHeader, scopesOfRole } from '@affiliate-platform/contract/console'
import {
  type Authenticator,
  accessDenied,
  credentialKind,
  type PlainRequest,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { FindSession } from '@affiliate-platform/platform/people'
import { type ConsolePlace, isFromConsole } from './place.ts'

const requestsMax = 1200

/** The cookie of an operator's session, as its place can have it: off this machine only over TLS. */
export function createSessionCookie(place: ConsolePlace) {
  const isSecure = place !== 'loopback' && place.origin.startsWith('https:')
  const name = isSecure ? '__Host-affiliate-operator' : 'affiliate-operator'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: (request: Pick<PlainRequest, 'header'>): string | undefined =>
      request
        .header('cookie')
        ?.split('; ')
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    write: (token: string, expiresAt: Date) =>
      `${name}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

/** The cookie of an operator's session. */
export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * Authenticates operators by the cookie of their session. What is more than a read has to come from a page of the console
 * itself: a page of another origin has the cookie sent along, but not its own name for ours.
 */
export function authenticateSessions(
  findSession: FindSession,
  { cookie, place }: { readonly cookie: SessionCookie; readonly place: ConsolePlace },
): Authenticator {
  return async (request, sources) => {
    if (!sources.includes('session')) return undefined
    const token = cookie.read(request)
    const isUse = request.header(consoleUnattendedHeader) === undefined
    const session = token && credentialKind(token) === 'session' ? await findSession(token, isUse) : undefined
    if (session === undefined) {
      throw new ServiceError('missing_credential', 'Nobody is signed in, or the session has ended.')
    }
    if (request.method !== 'GET' && !isFromConsole(place, request)) throw accessDenied()
    const { workspaceId, id, accountId, role } = session
    return {
      ...{ workspaceId, id, lineageId: accountId, requestsMax },
      actor: `operator:${accountId}`,
      source: 'session',
      reach: { kind: 'workspace' },
      scopes: scopesOfRole[role],
    }
  }
}
