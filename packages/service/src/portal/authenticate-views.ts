import { memberViewHeader, scopesOfRole } from '@affiliate-platform/contract/console'
import { type Authenticator, accessDenied, ServiceError } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { findMemberView, type Session } from '@affiliate-platform/platform/people'
import * as z from 'zod'
import { type Browser, openSession, requestsMax } from '../console/session-cookie.ts'

const viewIdSchema = z.guid().toLowerCase()

/**
 * Authenticates an operator who sees the portal as a member: by the session of the console and the view that the request
 * names. Such a request is never taken for one of the member, whoever else is signed in to the same browser.
 */
export function authenticateViews(database: Database, browser: Browser<Session>): Authenticator {
  return async (request, sources) => {
    const named = request.header(memberViewHeader)
    if (named === undefined) return undefined
    if (!sources.includes('member_view')) {
      throw new ServiceError(
        'access_denied',
        'This is neither shown nor done to an operator who sees the portal as a member.',
      )
    }
    const session = await openSession(browser, request, 'session')
    const { workspaceId, accountId: lineageId, role } = session
    if (!scopesOfRole[role].includes('members:view')) throw accessDenied()
    const actor = `operator:${lineageId}`
    const { data: id } = viewIdSchema.safeParse(named)
    const view = id === undefined ? undefined : await findMemberView(database, { workspaceId, id, actor })
    if (view === undefined)
      throw new ServiceError('missing_credential', 'There is no such view, or it has ended.')
    const { id: viewId, membershipId, accountId } = view
    return {
      ...{ workspaceId, id: viewId, actor, lineageId, requestsMax },
      source: 'member_view',
      reach: { kind: 'memberships', membershipIds: [membershipId], accountId },
      scopes: [],
    }
  }
}
