import pg from 'pg'
import type { Database, Durability, Queryable, Statement } from './database.ts'
import { toDatabaseFault } from './faults.ts'
import { CommitUnknownError, withRetry } from './retry.ts'

/** Settings of the connection pool, in milliseconds where they are times. */
const pool = {
  connectionsMax: 10,
  connectTimeoutMs: 3000,
  lockTimeoutMs: 2000,
  statementTimeoutMs: 10_000,
  // The server ends a slow statement itself. This is for a server that has gone silent.
  answerTimeoutMs: 12_000,
}

/** The driver takes no "never"; this is 24 days. */
const noTimeoutMs = 2 ** 31 - 1

/**
 * Connects to a real Postgres.
 *
 * @param connectionString - a `postgres://` URL
 * @throws what the driver throws when the server cannot be reached
 */
export async function openPostgres(connectionString: string): Promise<Database> {
  const connections = new pg.Pool({
    connectionString,
    max: pool.connectionsMax,
    connectionTimeoutMillis: pool.connectTimeoutMs,
    statement_timeout: pool.statementTimeoutMs,
    lock_timeout: pool.lockTimeoutMs,
    query_timeout: pool.answerTimeoutMs,
    application_name: 'affiliate-service',
  })
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  connections.on('error', () => undefined)
  const durability = await readDurability(connections).catch(async (error: unknown) => {
    await connections.end()
    throw error
  })
  return {
    engine: 'postgres',
    durability,
    query: (statement, values) => runStatement(connections, statement, values),
    transaction: (run) => withRetry(() => runTransaction(connections, run)),
    script: (sql) => runScript(connections, sql),
    load: () => ({
      inUse: connections.totalCount - connections.idleCount,
      waiting: connections.waitingCount,
    }),
    close: () => connections.end(),
  }
}

async function readDurability(connections: pg.Pool): Promise<Durability> {
  const { rows } = await connections.query<{ fsync: string }>('show fsync')
  return rows[0]?.fsync === 'on' ? 'fsync' : 'process-crash'
}

async function runStatement<Row>(
  runner: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await runner.query({ name, text, values: [...values] })
  return rows
}

async function runTransaction<T>(connections: pg.Pool, run: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  // Between two statements nobody listens for a connection that breaks; the next statement then reports it.
  client.on('error', onClientError)
  try {
    await client.query('begin')
    const result = await run({ query: (statement, values) => runStatement(client, statement, values) })
    await commit(client)
    return result
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    client.off('error', onClientError)
    client.release(broken)
  }
}

function onClientError(): void {}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    if (toDatabaseFault(error) !== 'unavailable') throw error
    throw new CommitUnknownError('The connection was lost during a commit.', { cause: error })
  }
}

/**
 * Rolls back after a failure.
 *
 * @returns why the connection is of no further use, if so; dropping it rolls back as well
 */
async function rollBack(client: pg.PoolClient, failure: unknown): Promise<Error | undefined> {
  if (toDatabaseFault(failure) === 'unavailable')
    return new Error('The connection is lost.', { cause: failure })
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return new Error('Rolling back failed.', { cause: error })
  }
}

async function runScript(connections: pg.Pool, sql: string): Promise<void> {
  const client = await connections.connect()
  let broken: Error | undefined
  client.on('error', onClientError)
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    const script = { text: sql, query_timeout: noTimeoutMs }
    await client.query(script)
    await client.query('commit')
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    client.off('error', onClientError)
    client.release(broken)
  }
}
