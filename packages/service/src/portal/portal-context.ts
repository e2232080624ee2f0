import { accessDenied, type Caller, type Cursors } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { findOwner, type MembersReach, type OwnKind } from '@affiliate-platform/platform/people'
import type { SessionCookie } from '../console/session-cookie.ts'

/** What the portal's operations need beside their requests. */
export interface PortalContext {
  readonly database: Database
  readonly cookie: SessionCookie
  readonly cursors: Cursors
}

/** The members for whom a caller acts. */
export function reachOf({ workspaceId, reach }: Caller): MembersReach {
  if (reach.kind !== 'memberships') throw accessDenied()
  return { workspaceId, membershipIds: reach.membershipIds }
}

/**
 * The member whom a request is about.
 *
 * @throws ServiceError `access_denied` for one whom the caller does not act for, known or not
 */
export function findMember(caller: Caller, membershipId: string) {
  const { workspaceId, membershipIds } = reachOf(caller)
  if (!membershipIds.includes(membershipId)) throw accessDenied()
  return { workspaceId, membershipId }
}

/**
 * Finds whose a record is.
 *
 * @throws ServiceError `access_denied` for one of nobody whom the caller acts for, known or not
 */
export async function findOwnRecord(
  database: Database,
  caller: Caller,
  record: { readonly kind: OwnKind; readonly id: string },
): Promise<string> {
  const membershipId = await findOwner(database, reachOf(caller), record)
  if (membershipId === undefined) throw accessDenied()
  return membershipId
}

/** Who has said something, as a member is told: who asks, somebody else who acts for the member, or who pays. */
export function toTeller(by: string, actor: string): 'you' | 'member' | 'payer' {
  if (by === actor) return 'you'
  return by.startsWith('member:') ? 'member' : 'payer'
}
