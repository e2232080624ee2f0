/** One SQL statement. It is prepared once per connection under its name, so the name tells the text. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Whether it keeps a processor of the server busy for long: of these a workspace has one at a time (D161). */
  readonly isSlow?: boolean
}

/** Something that runs statements: the database itself, or one transaction of it. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. `int8` and `numeric` arrive as text, `timestamptz` as `Date`,
   * `bytea` as bytes, whichever engine is behind it.
   */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>
}

/**
 * What survives: `fsync`, a crash of the machine; `process-crash`, a crash of the process; `none`, nothing
 * (the data is in memory).
 */
export type Durability = 'fsync' | 'process-crash' | 'none'

/** One transaction. Only this may be used inside it. */
export interface Transaction extends Queryable {
  /**
   * Adds a statement whose rows nobody needs. Writes run in their order at the end, and cost one round trip together
   * with the commit; a write that fails makes the whole transaction fail.
   */
  write(statement: Statement, values: readonly unknown[]): void
}

/** How a transaction sees the data. */
export interface TransactionOptions {
  /** Whether all of its statements see the data of one moment; else each sees what was committed before it (D74). */
  readonly isSnapshot?: boolean
}

/** How busy a database is at this moment. */
export interface DatabaseLoad {
  /** Connections at work; the embedded database has one. */
  readonly inUse: number
  /** Queries and transactions that wait for a connection, or for their turn. */
  readonly waiting: number
}

/** A Postgres database, real or embedded. */
export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite'
  readonly durability: Durability
  /** Whether a pooler stands before the server; the embedded database has none. */
  readonly isPooled?: boolean
  /** How many queries and transactions can be under way at a time. */
  readonly connectionsMax: number
  /**
   * Runs a function in one transaction, again from its start when the database asks for it (see `withRetry`):
   * it must have no effect outside the database. Queries that do not wait for one another run in the order in which
   * they were begun, and cost one round trip together.
   */
  transaction<T>(run: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Holds one connection while a function runs. Statements that do not wait for one another are sent at once. */
  session<T>(run: (connection: Queryable) => Promise<T>): Promise<T>
  /** Runs a script of several statements in one transaction, without a time limit. For migrations. */
  script(sql: string): Promise<void>
  /** Tells how busy it is, at no cost. */
  load(): DatabaseLoad
  close(): Promise<void>
}
