import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Group, groupColumns } from './store.ts'

/** What may be changed of a group; what is absent stays. */
export interface GroupChanges {
  readonly name?: string | undefined
  readonly allowManualClaims?: boolean | null | undefined
}

const updateStatement: Statement = {
  name: 'group_update',
  text: `
    update groups
    set name = coalesce($3, name),
        allow_manual_claims = case when $4::boolean then $5 else allow_manual_claims end
    where workspace_id = $1 and id = $2
    returning ${groupColumns}`,
}

/** Changes a group. Returns it as it is then, or `undefined` when the workspace has no such group. */
export async function updateGroup(
  database: Queryable,
  { workspaceId, id }: Pick<Group, 'workspaceId' | 'id'>,
  { name, allowManualClaims }: GroupChanges,
): Promise<Group | undefined> {
  const values = [workspaceId, id, name ?? null, allowManualClaims !== undefined, allowManualClaims ?? null]
  const [group] = await database.query<Group>(updateStatement, values)
  return group
}
