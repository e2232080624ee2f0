import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Workspace, workspaceColumns } from './store.ts'

/** What is changed of a workspace. What is undefined stays as it is. */
interface WorkspaceChanges {
  readonly id: string
  readonly name?: string | undefined
  /** As `findTimeZone` returns it. */
  readonly timeZone?: string | undefined
  /** From 0 to 30. */
  readonly payeeHoldDays?: number | undefined
}

const updateStatement: Statement = {
  name: 'workspace_update',
  text: `
    update workspaces
    set name = coalesce($2, name), time_zone = coalesce($3, time_zone),
      payee_hold_days = coalesce($4, payee_hold_days)
    where workspace_id = $1
    returning ${workspaceColumns}`,
}

/** Changes a workspace. Returns it, or `undefined` when there is no such workspace. */
export async function updateWorkspace(
  database: Queryable,
  { id, name, timeZone, payeeHoldDays }: WorkspaceChanges,
): Promise<Workspace | undefined> {
  const changes = [name, timeZone, payeeHoldDays].map((change) => change ?? null)
  const [workspace] = await database.query<Workspace>(updateStatement, [id, ...changes])
  return workspace
}
