import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A group of a program. */
export interface Group {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly name: string
  readonly createdAt: Date
}

const columns = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", name,
      created_at as "createdAt"`

const insertStatement: Statement = {
  name: 'group_insert',
  text: `
    insert into groups (workspace_id, id, app_id, program_id, name, created_at)
    select workspace_id, $3, app_id, id, $4, $5
    from programs
    where workspace_id = $1 and id = $2
    returning ${columns}`,
}

const listStatement: Statement = {
  name: 'group_list',
  text: `
    select ${columns}
    from groups
    where workspace_id = $1 and ($2::uuid is null or program_id = $2) and ($3::uuid is null or id > $3)
    order by id
    limit $4`,
}

/** Adds a group to a program. Returns it, or `undefined` when the workspace has no such program. */
export async function insertGroup(
  database: Queryable,
  { workspaceId, programId, id, name, createdAt }: Omit<Group, 'appId'>,
): Promise<Group | undefined> {
  const values = [workspaceId, programId, id, name, createdAt]
  const [group] = await database.query<Group>(insertStatement, values)
  return group
}

/** Lists the groups of a workspace, or of one program of it, oldest first. */
export async function listGroups(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Group[]> {
  return await database.query<Group>(listStatement, [workspaceId, programId ?? null, after ?? null, limit])
}
