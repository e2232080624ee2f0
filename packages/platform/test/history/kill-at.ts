import type { Database } from '../../src/database/statements/database.ts'

/** A transaction was cut off. */
export class Killed extends Error {}

/** A database whose nth transaction is cut off: before it is committed, or behind that. */
export function killAt(database: Database, place: number, isCommitted: boolean): Database {
  let transactions = 0
  return {
    ...database,
    query: (...call) => database.query(...call),
    session: (run) => database.session(run),
    transaction: async (run, how) => {
      transactions += 1
      if (transactions !== place) return await database.transaction(run, how)
      await database.transaction(async (tx) => {
        const done = await run(tx)
        if (!isCommitted) throw new Killed()
        return done
      }, how)
      throw new Killed()
    },
  }
}

/** A database that counts its transactions. */
export function countTransactions(database: Database): {
  readonly database: Database
  readonly count: () => number
} {
  let transactions = 0
  const counting: Database = {
    ...database,
    query: (...call) => database.query(...call),
    session: (run) => database.session(run),
    transaction: async (run, how) => {
      transactions += 1
      return await database.transaction(run, how)
    },
  }
  return { database: counting, count: () => transactions }
}
