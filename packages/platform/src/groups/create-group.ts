import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type Group, groupColumns } from './store.ts'

export type NewGroup = Pick<Group, 'workspaceId' | 'programId' | 'name' | 'allowManualClaims'>

const insertStatement: Statement = {
  name: 'group_insert',
  text: `
    insert into groups as made (workspace_id, id, app_id, program_id, name, allow_manual_claims, created_at)
    select workspace_id, $3, app_id, id, $4, $5, date_trunc('milliseconds', now())
    from programs
    where workspace_id = $1 and id = $2 and closed_at is null
    returning ${groupColumns}`,
}

/** Adds a group to a program. Returns it, or `undefined` when the workspace has no such open program. */
export async function createGroup(
  database: Queryable,
  { workspaceId, programId, name, allowManualClaims }: NewGroup,
): Promise<Group | undefined> {
  const values = [workspaceId, programId, newId(), name, allowManualClaims]
  const [group] = await database.query<Group>(insertStatement, values)
  return group
}
