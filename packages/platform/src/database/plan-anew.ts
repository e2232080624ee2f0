import type { Queryable, Statement } from './database.ts'

const planStatement: Statement = {
  name: 'database_plan_anew',
  text: `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`,
}

/**
 * Lets the statements of a transaction be planned for the tables as they are. A prepared statement keeps the plan that
 * was made for small tables, until someone analyzes them: an import into a new database would read ever more rows for
 * each that it adds. Nor are plans compiled: that takes longer than the few rows that each statement looks up.
 */
export async function planAnew(tx: Queryable): Promise<void> {
  await tx.query(planStatement, [])
}
