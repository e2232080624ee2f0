import type { Queryable, Statement } from '../database/database.ts'

/** What an operator may say of a membership. */
export const membershipStates = ['active', 'suspended', 'closed'] as const

/** What an operator says of a membership, from now on. */
export interface MembershipStateFact {
  readonly id: string
  readonly workspaceId: string
  readonly membershipId: string
  /** `active` takes a suspension or a closing back. */
  readonly state: (typeof membershipStates)[number]
  readonly reason: string
}

const insertStatement: Statement = {
  name: 'membership_state_insert',
  text: `
    insert into membership_states (workspace_id, id, app_id, membership_id, state, reason)
    select workspace_id, $2, app_id, id, $4, $5
    from memberships
    where workspace_id = $1 and id = $3
    returning id`,
}

/**
 * Suspends or closes a membership, or takes that back: the latest word counts (D128).
 *
 * @returns whether there is such a membership; else nothing was written
 */
export async function insertMembershipState(
  database: Queryable,
  { workspaceId, id, membershipId, state, reason }: MembershipStateFact,
): Promise<boolean> {
  const values = [workspaceId, id, membershipId, state, reason]
  return (await database.query(insertStatement, values)).length > 0
}
