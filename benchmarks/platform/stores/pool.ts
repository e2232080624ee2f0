import { createSecretKey, type KeyObject } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import type { Statement } from '../statements.ts'

/** As many connections as the service has. */
const connectionsMax = 10

/** Opens a pool of connections. */
export function openPool(connectionString: string, { pipeline = false } = {}): pg.Pool {
  const options: pg.PoolConfig & { pipeline: boolean } = { connectionString, max: connectionsMax, pipeline }
  const pool = new pg.Pool({ ...options, ...(pipeline && { stream: openSocket }) })
  // A connection that breaks while nobody uses it, such as at the end of a run, concerns nobody.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** What is sent at once is one packet, as in the service: the driver alone sends each statement as one. */
function openSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}

/** Reads the secret that authenticates cursors. */
export async function readSecret(pool: pg.Pool): Promise<KeyObject> {
  const { rows } = await pool.query<{ secret: Uint8Array }>('select secret from service_settings')
  const [row] = rows
  if (row === undefined) throw new Error('The database is not migrated.')
  return createSecretKey(row.secret)
}

/** Runs statements, prepared or not. */
export type Query = <Row>(statement: Statement, values: unknown[]) => Promise<Row[]>

/** Makes a function that runs statements on a pool or one of its connections. */
export function createQuery(runner: pg.Pool | pg.PoolClient, prepares: boolean): Query {
  return async <Row>({ name, text }: Statement, values: unknown[]) => {
    const { rows } = await runner.query<never>(prepares ? { name, text, values } : { text, values })
    return rows as Row[]
  }
}
