import type { Database, Transaction } from '@affiliate-platform/platform/database'

/** The database from within a transaction: what else begins one takes part in this, and all of it is there or nothing. */
export function joinTransaction(database: Database, { query }: Transaction): Database {
  return {
    ...database,
    query,
    transaction: async (run) => {
      const writes: Parameters<Transaction['write']>[] = []
      const result = await run({ query, write: (...write) => writes.push(write) })
      for (const write of writes) await query(...write)
      return result
    },
  }
}
