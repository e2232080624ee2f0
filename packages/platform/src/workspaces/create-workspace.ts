import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import type { Workspace } from './store.ts'

const insertStatement: Statement = {
  name: 'workspace_insert',
  text: 'insert into workspaces (workspace_id, name, created_at) values ($1, $2, $3)',
}

/** Adds a workspace. */
export async function createWorkspace(database: Queryable, name: string): Promise<Workspace> {
  const workspace = { id: newId(), name, createdAt: await readDatabaseTime(database) }
  await database.query(insertStatement, [workspace.id, name, workspace.createdAt])
  return workspace
}
