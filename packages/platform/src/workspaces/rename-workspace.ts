import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Workspace } from './store.ts'

const renameStatement: Statement = {
  name: 'workspace_rename',
  text: `
    update workspaces set name = $2
    where workspace_id = $1
    returning workspace_id as "id", name, created_at as "createdAt"`,
}

/** Renames a workspace. Returns it, or `undefined` when there is no such workspace. */
export async function renameWorkspace(
  database: Queryable,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
): Promise<Workspace | undefined> {
  const [workspace] = await database.query<Workspace>(renameStatement, [id, name])
  return workspace
}
