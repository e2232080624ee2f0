import type { Queryable, Statement } from './database.ts'

const discardStatement: Statement = { name: 'database_discard_plans', text: 'discard plans' }

const compileNothingStatement: Statement = {
  name: 'database_compile_nothing',
  text: `select set_config('jit', 'off', true)`,
}

/**
 * Lets the statements of a transaction be planned for the tables as they are, each once: its own, those of triggers, and
 * those that check foreign keys. A connection keeps the plans that were made for small tables, until someone analyzes
 * them: an import into a new database would read ever more rows for each that it adds. `plan_cache_mode` would plan the
 * check of each foreign key for each row, which costs more than the row (D160). Nor are plans compiled: that takes longer
 * than the few rows that each statement looks up.
 */
export async function planAnew(tx: Queryable): Promise<void> {
  await Promise.all([tx.query(discardStatement, []), tx.query(compileNothingStatement, [])])
}
