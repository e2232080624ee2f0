import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A group of a program. */
export interface Group {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly name: string
  /** Whether shops may be claimed by hand; null leaves it to the terms. */
  readonly allowManualClaims: boolean | null
  readonly createdAt: Date
}

/** What may be changed of a group; what is absent stays. */
export interface GroupChanges {
  readonly name?: string | undefined
  readonly allowManualClaims?: boolean | null | undefined
}

const columns = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", name,
      allow_manual_claims as "allowManualClaims", created_at as "createdAt"`

const insertStatement: Statement = {
  name: 'group_insert',
  text: `
    insert into groups (workspace_id, id, app_id, program_id, name, allow_manual_claims, created_at)
    select workspace_id, $3, app_id, id, $4, $5, $6
    from programs
    where workspace_id = $1 and id = $2 and closed_at is null
    returning ${columns}`,
}

const updateStatement: Statement = {
  name: 'group_update',
  text: `
    update groups
    set name = coalesce($3, name),
        allow_manual_claims = case when $4::boolean then $5 else allow_manual_claims end
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

/** Adds a group to a program. Returns it, or `undefined` when the workspace has no such open program. */
export async function insertGroup(
  database: Queryable,
  { workspaceId, programId, id, name, allowManualClaims, createdAt }: Omit<Group, 'appId'>,
): Promise<Group | undefined> {
  const values = [workspaceId, programId, id, name, allowManualClaims, createdAt]
  const [group] = await database.query<Group>(insertStatement, values)
  return group
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

/** Lists the groups of a workspace, or of one program of it, oldest first. */
export async function listGroups(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Group[]> {
  return await database.query<Group>(listStatement, [workspaceId, programId ?? null, after ?? null, limit])
}
