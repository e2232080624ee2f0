import pg from 'pg'
import type { Database, Queryable } from '../statements/database.ts'
import { connect, connection } from './connect.ts'
import { toDriverUrl } from './encryption.ts'
import { ignoreError } from './postgres-socket.ts'
import { runStatement, runStatementAlone, runTransaction } from './postgres-transaction.ts'
import { mayBeginAgain, mayRepeat, orAfterMove, withRetry } from './retry.ts'
import { begin, setLocals } from './session.ts'

/** How long the service is with a server. */
export interface PostgresOptions {
  /** For a server that has gone silent; it ends a slow statement itself. Default: 12 s. */
  readonly silenceTimeoutMs?: number | undefined
  /** Connections of the pool. Default: 10. */
  readonly connectionsMax?: number | undefined
}

/**
 * Connects to a real Postgres.
 *
 * @param connectionString - a `postgres://` URL
 * @throws what the driver throws when the server cannot be reached
 * @throws UnusableDatabaseError where the pooler (D72) or the database (D179) cannot be worked with
 */
export async function openPostgres(
  connectionString: string,
  { silenceTimeoutMs = 12_000, connectionsMax = 10 }: PostgresOptions = {},
): Promise<Database> {
  const { connections, durability, isPooled, isCluster } = await connect(toDriverUrl(connectionString), {
    silenceTimeoutMs,
    connectionsMax,
  })
  const [mayRepeatHere, mayBeginHere] = isCluster
    ? [orAfterMove(mayRepeat), orAfterMove(mayBeginAgain)]
    : [mayRepeat, mayBeginAgain]
  const run = isPooled ? runStatementAlone : runStatement
  const runSession = async <T>(work: (held: Queryable) => Promise<T>): Promise<T> => {
    const client = await connections.connect()
    try {
      return await work({ query: (statement, values) => run(client, statement, values) })
    } finally {
      // A connection that broke is dropped by the pool.
      client.release()
    }
  }
  return {
    engine: 'postgres',
    durability,
    connectionsMax,
    isPooled,
    query: (statement, values) => withRetry(() => run(connections, statement, values), mayRepeatHere),
    transaction: (work, options) =>
      withRetry(() => runTransaction(connections, work, { ...options, isPooled }), mayBeginHere),
    session: runSession,
    script: (sql) => runScript(connectionString, sql),
    load: () => ({
      inUse: connections.totalCount - connections.idleCount,
      waiting: connections.waitingCount,
    }),
    close: () => connections.end(),
  }
}

// The nodes of a cluster change their tables by turns: what comes later in a script finds what was done before. No other
// server knows the last one, and takes it.
const scriptSettings = [
  'statement_timeout = 0',
  'lock_timeout = 0',
  "citus.multi_shard_modify_mode = 'sequential'",
]

/** Runs a script on a connection of its own, which waits for as long as it takes. */
async function runScript(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: toDriverUrl(connectionString),
    connectionTimeoutMillis: connection.connectTimeoutMs,
    application_name: connection.applicationName,
  })
  client.on('error', ignoreError)
  try {
    await client.connect()
    await client.query(begin.text)
    await client.query(setLocals.text)
    // Each by itself: a cluster sends the whole text to every node.
    for (const setting of scriptSettings) await client.query(`set local ${setting}`)
    await client.query(sql)
    await client.query('commit')
  } finally {
    // Whatever was not committed is rolled back with the connection.
    await client.end()
  }
}
