import type { Database, Queryable } from '../../src/database/statements/database.ts'

/** The same database, and the most rows that one of its statements has returned. */
export function countRows(database: Database): { readonly database: Database; max(): number } {
  let max = 0
  const watch = ({ query }: Queryable): Queryable => ({
    query: async (statement, values) => {
      const rows = await query<never>(statement, values)
      max = Math.max(max, rows.length)
      return rows
    },
  })
  const watched: Database = {
    ...database,
    ...watch(database),
    transaction: (run, options) => database.transaction((tx) => run({ ...tx, ...watch(tx) }), options),
  }
  return { database: watched, max: () => max }
}
