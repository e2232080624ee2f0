import type { Database, Queryable, Statement, Transaction } from '@affiliate-platform/platform/database'

/** A database that tells what was asked of it, and fails where a test wants it to. */
export interface WatchedDatabase extends Database {
  /** The names of all statements so far, in order. */
  readonly statements: readonly string[]
  /** From now on statements whose name starts with this throw; `undefined` ends that. */
  failOn(prefix: string | undefined, error?: unknown): void
}

/** Puts a watch on a database. */
export function watchDatabase(database: Database): WatchedDatabase {
  const statements: string[] = []
  let failing: { readonly prefix: string; readonly error: unknown } | undefined

  const note = ({ name }: Statement): void => {
    statements.push(name)
    if (failing !== undefined && name.startsWith(failing.prefix)) throw failing.error
  }
  const watch = (inner: Queryable): Queryable => ({
    async query<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
      note(statement)
      return await inner.query<Row>(statement, values)
    },
  })
  const watchTransaction = (tx: Transaction): Transaction => ({
    ...watch(tx),
    write(statement, values) {
      note(statement)
      tx.write(statement, values)
    },
  })

  return {
    ...database,
    ...watch(database),
    session: (run) => database.session((connection) => run(watch(connection))),
    transaction: (run) => database.transaction((tx) => run(watchTransaction(tx))),
    statements,
    failOn: (prefix, error) => {
      failing = prefix === undefined ? undefined : { prefix, error }
    },
  }
}
