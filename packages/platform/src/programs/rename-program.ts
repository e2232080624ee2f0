import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Program, type ProgramKey, programColumns } from './store.ts'

const renameStatement: Statement = {
  name: 'program_rename',
  text: `update programs set name = $3 where workspace_id = $1 and id = $2 returning ${programColumns}`,
}

/** Renames a program. Returns it, or `undefined` when the workspace has no such program. */
export async function renameProgram(
  database: Queryable,
  { workspaceId, id }: ProgramKey,
  name: string,
): Promise<Program | undefined> {
  const [program] = await database.query<Program>(renameStatement, [workspaceId, id, name])
  return program
}
