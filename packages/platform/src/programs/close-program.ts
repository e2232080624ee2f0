import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Program, type ProgramKey, programColumns } from './store.ts'

const closeStatement: Statement = {
  name: 'program_close',
  text: `
    update programs
    set closed_at = least(closed_at, date_trunc('milliseconds', now())),
      closed_reason = case when closed_at is null then $3 else closed_reason end
    where workspace_id = $1 and id = $2
    returning ${programColumns}`,
}

const reopenStatement: Statement = {
  name: 'program_reopen',
  text: `update programs set closed_at = null, closed_reason = null where workspace_id = $1 and id = $2 returning ${programColumns}`,
}

/**
 * Lets a program take no new members and referrals (D139): closed again, it keeps its time and its reason. Returns it, or
 * `undefined` when there is no such program.
 */
export async function closeProgram(
  database: Queryable,
  { workspaceId, id, reason }: ProgramKey & { readonly reason: string },
): Promise<Program | undefined> {
  const [program] = await database.query<Program>(closeStatement, [workspaceId, id, reason])
  return program
}

/** Lets a program take new members and referrals again. */
export async function reopenProgram(
  database: Queryable,
  { workspaceId, id }: ProgramKey,
): Promise<Program | undefined> {
  const [program] = await database.query<Program>(reopenStatement, [workspaceId, id])
  return program
}
