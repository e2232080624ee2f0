import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type Membership, membershipColumns } from './store.ts'

export type NewMembership = Pick<
  Membership,
  'workspaceId' | 'programId' | 'groupId' | 'name' | 'allowManualClaims'
>

const insertStatement: Statement = {
  name: 'membership_insert',
  text: `
    insert into memberships as made
      (workspace_id, id, app_id, program_id, group_id, member_name, allow_manual_claims, created_at)
    select program.workspace_id, $4, program.app_id, program.id, $3, $5, $6,
      date_trunc('milliseconds', now())
    from programs program
    where program.workspace_id = $1 and program.id = $2 and program.closed_at is null
      and ($3::uuid is null or exists (
        select from groups
        where groups.workspace_id = $1 and groups.program_id = program.id and groups.id = $3
      ))
    returning ${membershipColumns}, 'active' as state`,
}

/** Adds a membership. Returns it, or `undefined` when there is no such open program, or it has no such group. */
export async function createMembership(
  database: Queryable,
  { workspaceId, programId, groupId, name, allowManualClaims }: NewMembership,
): Promise<Membership | undefined> {
  const values = [workspaceId, programId, groupId, newId(), name, allowManualClaims]
  const [membership] = await database.query<Membership>(insertStatement, values)
  return membership
}
