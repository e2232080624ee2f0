import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A tenant. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

const insertStatement: Statement = {
  name: 'workspace_insert',
  text: 'insert into workspaces (workspace_id, name, created_at) values ($1, $2, $3)',
}

const findStatement: Statement = {
  name: 'workspace_find',
  text: `
    select workspace_id as "id", name, created_at as "createdAt"
    from workspaces
    where workspace_id = $1`,
}

const renameStatement: Statement = {
  name: 'workspace_rename',
  text: `
    update workspaces set name = $2
    where workspace_id = $1
    returning workspace_id as "id", name, created_at as "createdAt"`,
}

const listStatement: Statement = {
  name: 'workspace_list',
  text: `
    select workspace_id as "id", name, created_at as "createdAt"
    from workspaces
    where $1::uuid is null or workspace_id > $1
    order by workspace_id
    limit $2`,
}

/** Adds a workspace. */
export async function insertWorkspace(database: Queryable, workspace: Workspace): Promise<void> {
  await database.query(insertStatement, [workspace.id, workspace.name, workspace.createdAt])
}

/** Finds a workspace. */
export async function findWorkspace(database: Queryable, id: string): Promise<Workspace | undefined> {
  const [workspace] = await database.query<Workspace>(findStatement, [id])
  return workspace
}

/** Renames a workspace. Returns it, or `undefined` when there is no such workspace. */
export async function renameWorkspace(
  database: Queryable,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
): Promise<Workspace | undefined> {
  const [workspace] = await database.query<Workspace>(renameStatement, [id, name])
  return workspace
}

/** Lists workspaces, oldest first. */
export async function listWorkspaces(
  database: Queryable,
  { after, limit }: ListPage,
): Promise<readonly Workspace[]> {
  return await database.query<Workspace>(listStatement, [after ?? null, limit])
}
