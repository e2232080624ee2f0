import { nodeSettings } from '../postgres/session.ts'
import type { Database, Queryable } from '../statements/database.ts'

/** A node of a cluster, as it answers for itself. */
export interface ClusterNode {
  readonly address: string
  /** Whether it is to hold rows. */
  readonly holdsRows: boolean
  /** `undefined`: it does not respond. */
  readonly state: NodeState | undefined
}

interface NodeState {
  readonly server: number
  readonly citus: string | null
  readonly walLevel: string
  readonly preparedMax: number
  readonly connectionsMax: number
  /** Of the database, as name=value in small letters. */
  readonly settings: readonly string[]
}

/** What every node's database has to be set to, whoever connects to it: requests of the other nodes as well. */
export const clusterSettings: Readonly<Record<string, string>> = {
  ...nodeSettings,
  // Who acts is told by `set local`, and the timeouts of long work are.
  'citus.propagate_set_commands': 'local',
  // Ours read and write the rows of one workspace, which are all on one node: that makes them safe (D320).
  'citus.enable_unsafe_triggers': 'on',
}

const readState = `
  select json_build_object(
    'server', current_setting('server_version_num')::integer / 10000,
    'citus', (select extversion from pg_extension where extname = 'citus'),
    'walLevel', current_setting('wal_level'),
    'preparedMax', current_setting('max_prepared_transactions')::integer,
    'connectionsMax', current_setting('max_connections')::integer,
    'settings', coalesce(
      (
        select lower(setconfig::text)::text[] from pg_db_role_setting
        where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())
      ),
      '{}'
    )
  )`

const listNodes = {
  name: 'cluster_list_nodes',
  text: `
    select node.nodename || ':' || node.nodeport as address, node.shouldhaveshards as "holdsRows",
      case when answer.success then answer.result end as state
    from pg_dist_node node
    left join run_command_on_all_nodes($1, give_warning_for_connection_errors := true) answer on answer.nodeid = node.nodeid
    where node.noderole = 'primary'
    order by node.nodeid`,
}

/** Asks each node of a cluster for its state. */
export async function listClusterNodes(database: Queryable): Promise<readonly ClusterNode[]> {
  const rows = await database.query<Omit<ClusterNode, 'state'> & { readonly state: string | null }>(
    listNodes,
    [readState],
  )
  return rows.map(({ state, ...node }) => ({
    ...node,
    state: state === null ? undefined : JSON.parse(state),
  }))
}

/** Holds the database to its settings on every node; connections from now on have them. */
export async function applyClusterSettings(database: Database): Promise<void> {
  const [found] = await database.query<{ readonly name: string }>(
    { name: 'cluster_database_name', text: 'select quote_ident(current_database()) as name' },
    [],
  )
  const commands = Object.entries(clusterSettings).map(
    ([name, value]) => `alter database ${found?.name} set ${name} = '${value}'`,
  )
  await database.script(commands.join(';'))
}
