import type { Queryable, Statement } from '../database/statements/database.ts'
import { findMembership, type Membership, type MembershipKey } from './store.ts'

const moveStatement: Statement = {
  name: 'membership_move',
  text: `
    update memberships membership
    set group_id = $3
    where workspace_id = $1 and id = $2
      and ($3::uuid is null or exists (
        select from groups
        where groups.workspace_id = $1 and groups.program_id = membership.program_id and groups.id = $3
      ))
    returning id`,
}

/**
 * Moves a membership to another group of its program, or out of all groups. Payouts stay with the group of their time.
 *
 * @returns the membership, or `undefined` when there is no such membership, or its program has no such group
 */
export async function moveMembership(
  database: Queryable,
  { workspaceId, id }: MembershipKey,
  groupId: string | null,
): Promise<Membership | undefined> {
  const changed = await database.query(moveStatement, [workspaceId, id, groupId])
  return changed.length === 0 ? undefined : await findMembership(database, { workspaceId, id })
}
