import { accessDenied, type Caller, type Cursors } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { findOwner, type MembersReach, type OwnKind } from '@affiliate-platform/platform/people'
import type { Passkeys } from '../console/passkeys.ts'
import type { SessionCookie } from '../console/session-cookie.ts'

/** What the portal's operations need beside their requests. */
export interface PortalContext {
  readonly database: Database
  readonly cookie: SessionCookie
  readonly cursors: Cursors
  readonly passkeys: Passkeys
}

/** The members for whom a caller acts, and the account that does: of an operator who sees what a member sees, the member's. */
export function reachOf({ workspaceId, reach }: Caller): MembersReach & { readonly accountId: string } {
  if (reach.kind !== 'memberships') throw accessDenied()
  return { workspaceId, membershipIds: reach.membershipIds, accountId: reach.accountId }
}

/** Whose words are “yours”, as facts name them: those of who acts for the member, also to an operator who sees what they see. */
export const selfOf = (caller: Caller): string => `member:${reachOf(caller).accountId}`

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

/** Who has said something, as a member is told: themself, somebody else who acts for the member, or who pays. */
export function toTeller(by: string, self: string): 'you' | 'member' | 'payer' {
  if (by === self) return 'you'
  return by.startsWith('member:') ? 'member' : 'payer'
}
