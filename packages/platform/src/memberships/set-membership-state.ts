import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { findMembership, type Membership, type MembershipKey, type MembershipState } from './store.ts'

export interface MembershipStateChange {
  readonly workspaceId: string
  readonly membershipId: string
  readonly state: MembershipState
  /** Why; of a suspension, payout previews show it. */
  readonly reason: string
}

const lockStatement: Statement = {
  name: 'membership_lock',
  text: 'select from memberships where workspace_id = $1 and id = $2 for no key update',
}

const insertStatement: Statement = {
  name: 'membership_state_insert',
  text: `
    insert into membership_states (workspace_id, id, app_id, membership_id, state, reason)
    select workspace_id, $2, app_id, id, $4, $5
    from memberships
    where workspace_id = $1 and id = $3`,
}

/** The membership as it is then, and whether that is new. */
export type ChangedState = Membership & { readonly isNew: boolean }

/**
 * Sets the state of a membership. A suspended or closed one gets no new referrals, and a suspended one is kept out of
 * payout runs; what it has earned and what its referrals earn stays (D139).
 *
 * @returns `undefined` when the workspace has no such membership
 */
export async function setMembershipState(
  database: Database,
  change: MembershipStateChange,
): Promise<ChangedState | undefined> {
  return await database.transaction((tx) => changeState(tx, change))
}

/** Does so within a transaction, in which the membership stays locked. */
export async function changeState(
  tx: Queryable,
  { workspaceId, membershipId, state, reason }: MembershipStateChange,
): Promise<ChangedState | undefined> {
  const membership = await lockMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) return undefined
  if (membership.state === state) return { ...membership, isNew: false }
  await tx.query(insertStatement, [workspaceId, newId(), membershipId, state, reason])
  return { ...membership, state, isNew: true }
}

/** Finds a membership, which nobody else changes until the transaction ends. */
export async function lockMembership(
  tx: Queryable,
  { workspaceId, id }: MembershipKey,
): Promise<Membership | undefined> {
  await tx.query(lockStatement, [workspaceId, id])
  return await findMembership(tx, { workspaceId, id })
}
