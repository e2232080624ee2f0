import pg from 'pg'
import { UnusableDatabaseError } from '../statements/unusable-database-error.ts'

/** Whether a connection was rejected by a pooler for the settings that it asked for, not by the server. */
export function isOptionsRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.message.startsWith('unsupported startup parameter')
}

/** Whether a pooler between here and the server has given the connection another number than the server has. */
export async function isPooled(client: pg.PoolClient): Promise<boolean> {
  // Without a name: a pooler that mixes up prepared statements may have one of another process.
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== Reflect.get(client, 'processID')
}

// A pooler that keeps the statements of its clients apart gives each a name of its own on the server.
const probe = {
  name: 'pooler_probe',
  text: `
    select pg_backend_pid() as pid,
      exists (select from pg_prepared_statements where name = 'pooler_probe') as is_known_by_name`,
}

interface Probe {
  readonly pid: number
  readonly is_known_by_name: boolean
}

/**
 * Rejects a pooler that lends one connection of the server to several of ours and leaves the names of prepared
 * statements as they are: under load it would run a statement that is not there, or prepare one that is (D72).
 *
 * @throws UnusableDatabaseError
 */
export async function rejectMixedStatements(clients: readonly pg.PoolClient[]): Promise<void> {
  const seen: (Probe & { readonly client: pg.PoolClient })[] = []
  try {
    // By turns: a connection of the server that is lent out goes to and fro between them.
    for (const client of [...clients, ...clients, ...clients]) {
      const { rows } = await client.query<Probe>(probe)
      seen.push(...rows.map((row) => ({ ...row, client })))
    }
  } catch (error) {
    throw isMixedUp(error) ? mixedUp(error) : error
  }
  const connections = new Set(seen.map(({ pid }) => pid)).size
  const pairs = new Set(seen.map(({ client, pid }) => `${clients.indexOf(client)} ${pid}`)).size
  const isShared = connections !== clients.length || pairs !== clients.length
  if (isShared && seen.some((row) => row.is_known_by_name)) throw mixedUp()
}

// A prepared statement is there already, or is not.
const isMixedUp = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '42P05' || error.code === '26000')

function mixedUp(cause?: unknown): UnusableDatabaseError {
  const words = cause instanceof Error ? ` (${cause.message})` : ''
  return new UnusableDatabaseError(
    `The pooler in front of the database mixes up prepared statements${words}: it is a PgBouncer older than 1.21, or its max_prepared_statements is 0.`,
    'Use PgBouncer 1.21 or newer with max_prepared_statements above 0 (its default from 1.24 on), or pool_mode = session.',
    { cause },
  )
}
