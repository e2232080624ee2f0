import { consoleUnattendedHeader, scopesOfRole } from '@affiliate-platform/contract/console'
import {
  type Authenticator,
  accessDenied,
  credentialKind,
  type PlainRequest,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { Audience, FindSession, MemberSession, Session } from '@affiliate-platform/platform/people'
import { type ConsolePlace, isFromConsole } from './place.ts'

/** What a person who is signed in may ask in a minute. */
export const requestsMax = 1200

/** The cookie of a session: `__Host-` and `Secure` over TLS, a plain name on this machine, so that neither is taken for the other. */
export function createSessionCookie(place: ConsolePlace, audience: Audience) {
  const isSecure = place !== 'loopback' && place.origin.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}affiliate-${audience}`
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

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** Where the session of a request is found. */
export interface Browser<Found> {
  readonly cookie: SessionCookie
  readonly place: ConsolePlace
  readonly findSession: FindSession<Found>
}

/** Authenticates operators by the cookie of their session. */
export function authenticateSessions(browser: Browser<Session>): Authenticator {
  return async (request, sources) => {
    if (!sources.includes('session')) return undefined
    const { workspaceId, id, accountId, role } = await openSession(browser, request, 'session')
    return {
      ...{ workspaceId, id, lineageId: accountId, requestsMax },
      actor: `operator:${accountId}`,
      source: 'session',
      reach: { kind: 'workspace' },
      scopes: scopesOfRole[role],
    }
  }
}

/** Authenticates members by the cookie of theirs: they reach those whom they act for now, and nobody else. */
export function authenticateMembers(browser: Browser<MemberSession>): Authenticator {
  return async (request, sources) => {
    if (!sources.includes('member_session')) return undefined
    const { workspaceId, id, accountId, memberships } = await openSession(browser, request, 'member_session')
    return {
      ...{ workspaceId, id, lineageId: accountId, requestsMax },
      actor: `member:${accountId}`,
      source: 'member_session',
      reach: {
        ...{ kind: 'memberships', accountId },
        membershipIds: memberships.map((membership) => membership.id),
      },
      scopes: [],
    }
  }
}

/**
 * Finds the session of a request. What is more than a read has to come from one of our own pages: a page of another
 * origin has the cookie sent along, but not its own name for ours.
 */
export async function openSession<Found>(
  { cookie, place, findSession }: Browser<Found>,
  request: PlainRequest,
  kind: 'session' | 'member_session',
): Promise<Found> {
  const token = cookie.read(request)
  const isUse = request.header(consoleUnattendedHeader) === undefined
  const session = token && credentialKind(token) === kind ? await findSession(token, isUse) : undefined
  if (!session) throw new ServiceError('missing_credential', 'Nobody is signed in, or the session has ended.')
  if (request.method !== 'GET' && !isFromConsole(place, request)) throw accessDenied()
  return session
}
