import { toRecord } from '../fault.ts'

/** A pool or client of `pg`; only `query` is called. */
export interface PostgresClient {
  query(text: string, values: SqlValue[]): Promise<{ rows: unknown[]; rowCount: number | null }>
}

/** A database of `node:sqlite` or `better-sqlite3`; only `prepare` is called. */
export interface SqliteClient {
  prepare(text: string): {
    all(...values: SqlValue[]): unknown[]
    run(...values: SqlValue[]): { changes: number | bigint }
  }
}

/**
 * A database of the package `sqlite3`, which Shopify's session storage for SQLite stands on; only `all` and `run` are
 * called.
 */
export interface Sqlite3Client {
  all(text: string, values: SqlValue[], done: (error: Error | null, rows: unknown[]) => void): unknown
  run(
    text: string,
    values: SqlValue[],
    done: (this: { changes: number }, error: Error | null) => void,
  ): unknown
}

/** A pool or connection of `mysql2/promise`, for MySQL and MariaDB; only `query` is called. */
export interface MysqlClient {
  query(text: string, values: SqlValue[]): Promise<[unknown, unknown]>
}

/** A value of a statement. */
export type SqlValue = string | number | null

/** Which database holds the ledger, and the app's own client of it. */
export type SqlDatabase =
  | { readonly dialect: 'postgresql'; readonly client: PostgresClient }
  | { readonly dialect: 'sqlite'; readonly client: SqliteClient | Sqlite3Client }
  | { readonly dialect: 'mysql'; readonly client: MysqlClient }

/** How a statement is run. Its values stand as `?`. */
export interface SqlRunner {
  readonly read: (text: string, values: SqlValue[]) => Promise<readonly unknown[]>
  /** Resolves to the number of rows that were written. */
  readonly write: (text: string, values: SqlValue[]) => Promise<number>
  /** An insert that leaves a row that is there alone, and is no error. */
  readonly insert: (columns: string, values: string) => string
  readonly isTableMissing: (error: unknown) => boolean
}

const insertOrNothing = (columns: string, values: string): string =>
  `INSERT INTO affiliate_ledger (${columns}) VALUES (${values}) ON CONFLICT (entry_key) DO NOTHING`

/** Makes the runner of a database. */
export function createSqlRunner(database: SqlDatabase): SqlRunner {
  if (database.dialect === 'postgresql') return createPostgresRunner(database.client)
  return database.dialect === 'sqlite'
    ? createSqliteRunner(database.client)
    : createMysqlRunner(database.client)
}

function createPostgresRunner(client: PostgresClient): SqlRunner {
  const query = (text: string, values: SqlValue[]) => {
    let position = 0
    return client.query(
      text.replaceAll('?', () => `$${++position}`),
      values,
    )
  }
  return {
    read: async (text, values) => (await query(text, values)).rows,
    write: async (text, values) => (await query(text, values)).rowCount ?? 0,
    insert: insertOrNothing,
    isTableMissing: (error) => toRecord(error)['code'] === '42P01',
  }
}

function createSqliteRunner(client: SqliteClient | Sqlite3Client): SqlRunner {
  return {
    ...('all' in client ? withCallbacks(client) : atOnce(client)),
    insert: insertOrNothing,
    isTableMissing: (error) => error instanceof Error && error.message.includes('no such table'),
  }
}

type Calls = Pick<SqlRunner, 'read' | 'write'>

function atOnce(client: SqliteClient): Calls {
  return {
    read: async (text, values) => client.prepare(text).all(...values),
    write: async (text, values) => Number(client.prepare(text).run(...values).changes),
  }
}

function withCallbacks(client: Sqlite3Client): Calls {
  return {
    read: (text, values) =>
      new Promise((resolve, reject) => {
        client.all(text, values, (error, rows) => (error ? reject(error) : resolve(rows)))
      }),
    write: (text, values) =>
      new Promise((resolve, reject) => {
        client.run(text, values, function done(error) {
          return error ? reject(error) : resolve(this.changes)
        })
      }),
  }
}

function createMysqlRunner(client: MysqlClient): SqlRunner {
  return {
    read: async (text, values) => {
      const [rows] = await client.query(text, values)
      return Array.isArray(rows) ? rows : []
    },
    write: async (text, values) => {
      const [result] = await client.query(text, values)
      return Number(toRecord(result)['affectedRows'])
    },
    insert: (columns, values) => `INSERT IGNORE INTO affiliate_ledger (${columns}) VALUES (${values})`,
    isTableMissing: (error) => toRecord(error)['code'] === 'ER_NO_SUCH_TABLE',
  }
}
