import type { Database, Statement } from '../database/statements/database.ts'

const setActor: Statement = {
  name: 'audit_set_actor',
  text: `select set_config('affiliate.actor', $1, true)`,
}

/**
 * The same database, on which everything is done in the name of an actor (D65). Each statement runs in a transaction,
 * because a pooler forgets what is said outside one.
 *
 * @param actor - `operator:<name>`, `member:<id>`, `key:<id>` or `system`
 *
 * @example
 * ```ts
 * await insertApp(actAs(database, 'operator:mia'), app)
 * ```
 */
export function actAs(database: Database, actor: string): Database {
  const transaction: Database['transaction'] = (run, options) =>
    database.transaction(async (tx) => {
      await tx.query(setActor, [actor])
      return await run(tx)
    }, options)
  return {
    ...database,
    transaction,
    query: (statement, values) => transaction((tx) => tx.query(statement, values)),
  }
}
