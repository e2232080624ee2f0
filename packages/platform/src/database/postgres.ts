import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import type { Database, Durability, Queryable } from './database.ts'
import { toDriverUrl } from './encryption.ts'
import { runStatement, runTransaction } from './postgres-transaction.ts'
import { mayRepeat, withRetry } from './retry.ts'
import {
  type DurabilitySettings,
  readDurabilitySettings,
  toDurability,
  withSessionOptions,
} from './session.ts'

/** Settings of the connection pool, in milliseconds where they are times. */
const pool = {
  connectTimeoutMs: 3000,
  idleTimeoutMs: 10_000,
}

const applicationName = 'affiliate-service'

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
 */
export async function openPostgres(
  connectionString: string,
  { silenceTimeoutMs = 12_000, connectionsMax = 10 }: PostgresOptions = {},
): Promise<Database> {
  const connections = new pg.Pool({
    connectionString: withSessionOptions(toDriverUrl(connectionString)),
    max: connectionsMax,
    connectionTimeoutMillis: pool.connectTimeoutMs,
    idleTimeoutMillis: pool.idleTimeoutMs,
    application_name: applicationName,
    stream: () => openSocket(silenceTimeoutMs),
    // A statement need not wait for the response to the one before it.
    pipeline: true,
  })
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  connections.on('error', ignoreError)
  // The pool takes its own listener off before it hands a connection over. A server that ends the connection in the
  // very packet that opens it is heard in between. The next statement then reports it.
  connections.on('connect', (client) => {
    client.on('error', ignoreError)
    // Behind TLS it is another stream than the one that was opened here.
    const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream')
    if (stream instanceof TLSSocket) endOnNonsense(stream)
  })
  const durability = await readDurability(connections).catch(async (error: unknown) => {
    await connections.end()
    throw error
  })
  return {
    engine: 'postgres',
    durability,
    connectionsMax,
    query: (statement, values) => withRetry(() => runStatement(connections, statement, values), mayRepeat),
    transaction: (run) => withRetry(() => runTransaction(connections, run)),
    session: (run) => runSession(connections, run),
    script: (sql) => runScript(connectionString, sql),
    load: () => ({
      inUse: connections.totalCount - connections.idleCount,
      waiting: connections.waitingCount,
    }),
    close: () => connections.end(),
  }
}

/** A socket that suits a pipeline, and breaks when nothing comes for too long. */
function openSocket(silenceTimeoutMs: number): Socket {
  const socket = new Socket()
  // The driver corks the socket for each statement. Uncorked a little later, all that are sent at once are one packet.
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  endOnNonsense(socket)
  // The driver's own `query_timeout` is a timer for each query, and finished ones keep their rows in memory until the
  // next full collection.
  return socket.setTimeout(silenceTimeoutMs, () =>
    socket.destroy(new Error('Connection terminated: the server has gone silent.')),
  )
}

/** What the driver cannot read, such as an error in the middle of a row, it throws where nobody can catch it. */
function endOnNonsense(socket: Socket): void {
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string, ...values: readonly unknown[]) => {
    if (event !== 'data') return emit(event, ...values)
    try {
      return emit(event, ...values)
    } catch (cause) {
      socket.destroy(new Error('Connection terminated: the server sent what cannot be read.', { cause }))
      return true
    }
  }
}

/**
 * Reads what survives, once on each of two connections: a pooler that mixes up prepared statements fails on the second
 * one, here and not under load (D72).
 */
async function readDurability(connections: pg.Pool): Promise<Durability> {
  const clients: pg.PoolClient[] = []
  let durability: Durability = 'process-crash'
  try {
    while (clients.length < 2) {
      const client = await connections.connect()
      clients.push(client)
      const { rows } = await client.query<DurabilitySettings>(readDurabilitySettings)
      if (rows[0] !== undefined) durability = toDurability(rows[0])
    }
    return durability
  } finally {
    for (const client of clients) client.release()
  }
}

/** A connection that breaks is dropped by the pool when it is released. */
async function runSession<T>(connections: pg.Pool, run: (connection: Queryable) => Promise<T>): Promise<T> {
  const client = await connections.connect()
  try {
    return await run({ query: (statement, values) => runStatement(client, statement, values) })
  } finally {
    client.release()
  }
}

function ignoreError(): void {}

/** Runs a script on a connection of its own, which waits for as long as it takes. */
async function runScript(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: toDriverUrl(connectionString),
    connectionTimeoutMillis: pool.connectTimeoutMs,
    application_name: applicationName,
  })
  client.on('error', ignoreError)
  try {
    await client.connect()
    await client.query('begin isolation level read committed')
    await client.query(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local synchronous_commit = on',
    )
    await client.query(sql)
    await client.query('commit')
  } finally {
    // Whatever was not committed is rolled back with the connection.
    await client.end()
  }
}
