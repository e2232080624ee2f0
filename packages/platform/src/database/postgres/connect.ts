import pg from 'pg'
import type { Durability } from '../statements/database.ts'
import { isOptionsRejection, isPooled, rejectMixedStatements } from './pooler.ts'
import { dropBrokenConnections, openSocket } from './postgres-socket.ts'
import { readServerSupport, rejectUnsupported, type ServerSupport } from './server-support.ts'
import {
  type DurabilitySettings,
  readDurabilitySettings,
  toDurability,
  withSessionOptions,
} from './session.ts'

/** Settings of every connection. */
export const connection = { connectTimeoutMs: 3000, applicationName: 'affiliate-service' } as const

const idleTimeoutMs = 10_000

/** How a server is reached. */
export interface ConnectOptions {
  /** After this time without a word from the server, a connection is given up. */
  readonly silenceTimeoutMs: number
  readonly connectionsMax: number
}

/** A pool, and what was found out about its server. */
export interface Connected {
  readonly connections: pg.Pool
  readonly durability: Durability
  /** Whether a pooler stands before the server: nothing that a connection was told outlives a transaction. */
  readonly isPooled: boolean
  /** Whether the server is a node of a cluster, whose rows may move. */
  readonly isCluster: boolean
}

/**
 * Opens a pool. Its connections ask for the settings of D74; where a pooler rejects that, they do without, and each
 * transaction says it instead.
 *
 * @throws UnusableDatabaseError where the pooler (D72) or the database (D179) cannot be worked with
 */
export async function connect(connectionString: string, options: ConnectOptions): Promise<Connected> {
  try {
    return await examine(openPool(withSessionOptions(connectionString), options))
  } catch (error) {
    if (!isOptionsRejection(error)) throw error
    return await examine(openPool(connectionString, options))
  }
}

function openPool(connectionString: string, { silenceTimeoutMs, connectionsMax }: ConnectOptions): pg.Pool {
  const connections = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: connection.connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: connection.applicationName,
    stream: () => openSocket(silenceTimeoutMs),
    // A statement need not wait for the response to the one before it.
    pipeline: true,
  })
  dropBrokenConnections(connections)
  return connections
}

/** Looks at the server through two connections: what a pooler mixes up shows here, and not under load (D72). */
async function examine(connections: pg.Pool): Promise<Connected> {
  const clients: pg.PoolClient[] = []
  try {
    const first = await connections.connect()
    clients.push(first)
    const pooled = await isPooled(first)
    clients.push(await connections.connect())
    if (pooled) await rejectMixedStatements(clients)
    const [support] = (await first.query<ServerSupport>(readServerSupport)).rows
    if (support !== undefined) rejectUnsupported(support)
    const { rows } = await first.query<DurabilitySettings>(readDurabilitySettings)
    const durability = rows.map((row) =>
      toDurability({ ...row, ...(pooled && { synchronous_commit: 'on' }) }),
    )[0]
    for (const client of clients) client.release()
    return {
      ...{ connections, durability: durability ?? 'process-crash', isPooled: pooled },
      isCluster: support?.is_cluster ?? false,
    }
  } catch (error) {
    for (const client of clients) client.release(true)
    await connections.end()
    throw error
  }
}
