import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type Program, programColumns } from './store.ts'

const insertStatement: Statement = {
  name: 'program_insert',
  text: `
    insert into programs as made (workspace_id, id, app_id, name, created_at)
    select workspace_id, $3, id, $4, date_trunc('milliseconds', now())
    from apps
    where workspace_id = $1 and id = $2
    returning ${programColumns}`,
}

/** Adds a program to an app. Returns it, or `undefined` when the workspace has no such app. */
export async function createProgram(
  database: Queryable,
  { workspaceId, appId, name }: Pick<Program, 'workspaceId' | 'appId' | 'name'>,
): Promise<Program | undefined> {
  const [program] = await database.query<Program>(insertStatement, [workspaceId, appId, newId(), name])
  return program
}
