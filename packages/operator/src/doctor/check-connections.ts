import type { Database, Statement } from '@affiliate-platform/platform/database'
import { type Finding, ok } from './finding.ts'

const connectionsStatement: Statement = {
  name: 'doctor_connections',
  text: `
    select current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer as for_clients`,
}

/** Checks how many processes of this size the server has connections for. */
export async function checkConnections(database: Database): Promise<Finding> {
  const { engine, connectionsMax, isPooled } = database
  if (engine === 'pglite') return ok('connections', 'The embedded database has one, which is enough.')
  const each = `A process takes up to ${connectionsMax} connections`
  if (isPooled) return ok('connections', `${each} from the pooler: see its max_client_conn.`)
  const [server] = await database.query<{ for_clients: number }>(connectionsStatement, [])
  const forClients = server?.for_clients ?? 0
  const processes = Math.floor(forClients / connectionsMax)
  const detail = `${each}, and the server has ${forClients} for all of its clients: room for ${processes} processes.`
  // An update runs the new process beside the old one.
  if (processes >= 2) return ok('connections', detail)
  const remedy =
    'Lower DATABASE_POOL_SIZE, raise max_connections of the server, or put PgBouncer 1.21 or newer in between.'
  return { check: 'connections', state: 'warning', detail, remedy }
}
