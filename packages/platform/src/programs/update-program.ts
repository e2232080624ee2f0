import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Program, type ProgramKey, programColumns } from './store.ts'

/** What is changed of a program. What is undefined stays as it is. */
interface ProgramChanges {
  readonly name?: string | undefined
  /** The day of the month, 1 to 31: the last one, where a month has fewer days. Null takes it away. */
  readonly payDay?: number | null | undefined
}

const updateStatement: Statement = {
  name: 'program_update',
  text: `
    update programs set name = coalesce($3, name), pay_day = case when $4::boolean then $5 else pay_day end
    where workspace_id = $1 and id = $2
    returning ${programColumns}`,
}

/** Changes the name or the pay day of a program. Returns it, or `undefined` when the workspace has no such program. */
export async function updateProgram(
  database: Queryable,
  { workspaceId, id }: ProgramKey,
  { name, payDay }: ProgramChanges,
): Promise<Program | undefined> {
  const changes = [name ?? null, payDay !== undefined, payDay ?? null]
  const [program] = await database.query<Program>(updateStatement, [workspaceId, id, ...changes])
  return program
}
