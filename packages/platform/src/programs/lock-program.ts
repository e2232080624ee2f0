import type { Statement, Transaction } from '../database/statements/database.ts'
import type { ProgramKey } from './store.ts'

const statement: Statement = {
  name: 'program_lock',
  text: 'select from programs where workspace_id = $1 and id = $2 for no key update',
}

/** Has those take turns who add to a program at once, until the transaction ends. Returns whether there is such a program. */
export async function lockProgram(tx: Transaction, { workspaceId, id }: ProgramKey): Promise<boolean> {
  return (await tx.query(statement, [workspaceId, id])).length > 0
}
