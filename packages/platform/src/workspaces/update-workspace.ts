import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Workspace, workspaceColumns } from './store.ts'

/** What is changed of a workspace. What is undefined stays as it is. */
interface WorkspaceChanges {
  readonly id: string
  readonly name?: string | undefined
  /** As `findTimeZone` returns it. */
  readonly timeZone?: string | undefined
}

const updateStatement: Statement = {
  name: 'workspace_update',
  text: `
    update workspaces set name = coalesce($2, name), time_zone = coalesce($3, time_zone)
    where workspace_id = $1
    returning ${workspaceColumns}`,
}

/** Changes the name or the time zone of a workspace. Returns it, or `undefined` when there is no such workspace. */
export async function updateWorkspace(
  database: Queryable,
  { id, name, timeZone }: WorkspaceChanges,
): Promise<Workspace | undefined> {
  const [workspace] = await database.query<Workspace>(updateStatement, [id, name ?? null, timeZone ?? null])
  return workspace
}
