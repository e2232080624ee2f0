import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type Workspace, workspaceColumns } from './store.ts'

const insertStatement: Statement = {
  name: 'workspace_insert',
  text: `
    insert into workspaces (workspace_id, name, created_at)
    values ($1, $2, date_trunc('milliseconds', now()))
    returning ${workspaceColumns}`,
}

/** Adds a workspace with the time zone UTC. */
export async function createWorkspace(database: Queryable, name: string): Promise<Workspace> {
  const [workspace] = await database.query<Workspace>(insertStatement, [newId(), name])
  if (workspace === undefined) throw new Error('The workspace was not added.')
  return workspace
}
