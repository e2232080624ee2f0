import type { Database } from '../database/statements/database.ts'
import { tellMoneyMovers } from '../outbox/tell-money-movers.ts'
import { changeState, lockMembership } from './set-membership-state.ts'

/** What comes of it: who is suspended stays so, since a closed member is paid. */
export type LeavingOutcome = 'left' | 'left_before' | 'suspended'

/**
 * Closes a membership because its member wants to: it gets no new referrals, and what it earns is paid (D454). Whoever moves
 * money is told.
 *
 * @returns `undefined` where the workspace has no such membership
 */
export async function leaveProgram(
  database: Database,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<LeavingOutcome | undefined> {
  return await database.transaction(async (tx) => {
    const membership = await lockMembership(tx, { workspaceId, id: membershipId })
    if (membership === undefined) return undefined
    if (membership.state !== 'active') return membership.state === 'closed' ? 'left_before' : 'suspended'
    await changeState(tx, { workspaceId, membershipId, state: 'closed', reason: 'the member has left' })
    await tellMoneyMovers(tx, workspaceId, { leftMembershipId: membershipId })
    return 'left'
  })
}
