import type { Queryable, Statement } from '../database/statements/database.ts'

const statement: Statement = {
  name: 'history_join_by_hash',
  text: `select set_config('enable_nestloop', 'off', true)`,
}

/** Has the planner compare many rows with many: it takes what was just written for empty, and would compare each with each. */
export async function joinByHash(tx: Queryable): Promise<void> {
  await tx.query(statement, [])
}
