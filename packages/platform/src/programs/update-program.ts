import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Program, type ProgramKey, programColumns } from './store.ts'

/** What is changed of a program. What is undefined stays as it is. */
interface ProgramChanges {
  readonly name?: string | undefined
  /** The day of the month, 1 to 31: the last one, where a month has fewer days. Null takes it away. */
  readonly payDay?: number | null | undefined
  /** Whether anybody can read its terms and apply. */
  readonly hasPublicPage?: boolean | undefined
}

const updateStatement: Statement = {
  name: 'program_update',
  text: `
    update programs set name = coalesce($3, name), pay_day = case when $4::boolean then $5 else pay_day end,
      has_public_page = coalesce($6, has_public_page)
    where workspace_id = $1 and id = $2
    returning ${programColumns}`,
}

/** Changes the name, the pay day or the public page of a program. Returns it, or `undefined` when the workspace has no such program. */
export async function updateProgram(
  database: Queryable,
  { workspaceId, id }: ProgramKey,
  { name, payDay, hasPublicPage }: ProgramChanges,
): Promise<Program | undefined> {
  const changes = [name ?? null, payDay !== undefined, payDay ?? null, hasPublicPage ?? null]
  const [program] = await database.query<Program>(updateStatement, [workspaceId, id, ...changes])
  return program
}
