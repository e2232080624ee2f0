import type { Database, Statement } from '../database/statements/database.ts'

// What `set local` says, every node of a spread database is told; what a function sets, one alone. It takes no value, so
// that each actor has a text, and the statement no name.
const setActor = (actor: string): Statement => ({
  name: '',
  text: `set local affiliate.actor = '${actor.replaceAll("'", "''")}'`,
})

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
      await tx.query(setActor(actor), [])
      return await run(tx)
    }, options)
  return {
    ...database,
    transaction,
    query: (statement, values) => transaction((tx) => tx.query(statement, values)),
  }
}
