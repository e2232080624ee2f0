import type { Database, Queryable } from '../statements/database.ts'
import { findNodeFaults } from './find-faults.ts'
import { applyClusterSettings, listClusterNodes } from './nodes.ts'
import { placeTables } from './place-tables.ts'
import { listPlacements, type PlacedTable, readCitusVersion } from './placement.ts'

/** Thrown when a database cannot be distributed. Its message says why and what to do; nothing was changed. */
export class DistributeError extends Error {
  override readonly name = 'DistributeError'
}

/** What was placed, or would be. */
export interface Distribution {
  /** The nodes that hold rows. */
  readonly nodes: readonly string[]
  readonly placed: readonly PlacedTable[]
}

/**
 * Spreads the tables of a migrated database without workspaces over the nodes of its Citus cluster, by workspace. What is
 * in its place is left, so that it may be run again, and after it was cut off.
 *
 * @param options.isDryRun - whether to look only
 * @throws DistributeError
 */
export async function distribute(
  database: Database,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Distribution> {
  await rejectOtherThanCoordinator(database)
  const nodes = await listClusterNodes(database)
  const [fault] = findNodeFaults(nodes)
  if (fault !== undefined) throw new DistributeError(`${fault.detail} ${fault.remedy}`)
  const tables = await listPlacements(database)
  await rejectOtherwisePlaced(database, tables)
  if (!isDryRun) await applyClusterSettings(database)
  return {
    nodes: nodes.filter(({ holdsRows }) => holdsRows).map(({ address }) => address),
    placed: isDryRun ? tables.filter(({ is }) => is === 'on one node') : await placeTables(database),
  }
}

async function rejectOtherThanCoordinator(database: Queryable): Promise<void> {
  if ((await readCitusVersion(database)) === undefined) {
    throw new DistributeError(
      'The database has no Citus. Run create extension citus in it on every node, and name the others to one of them by citus_set_coordinator_host and citus_add_node.',
    )
  }
  // Not there on a plain server, as all that Citus brings: no statement that runs everywhere.
  const role = { name: 'cluster_is_coordinator', text: 'select citus_is_coordinator() as "isCoordinator"' }
  const [node] = await database.query<{ readonly isCoordinator: boolean }>(role, [])
  if (node?.isCoordinator !== true)
    throw new DistributeError('DATABASE_URL leads to a worker. Tables are spread from the coordinator.')
}

async function rejectOtherwisePlaced(database: Queryable, tables: readonly PlacedTable[]): Promise<void> {
  const other = tables.find(({ belongs, is }) => is !== belongs && is !== 'on one node')
  if (other !== undefined) {
    throw new DistributeError(
      `${other.table} is ${other.is}, and belongs ${other.belongs}. Run select undistribute_table('${other.table}') first.`,
    )
  }
  if (tables.find(({ table }) => table === 'workspaces')?.is !== 'on one node') return
  const used = { name: 'cluster_in_use', text: 'select exists (select 1 from workspaces) as "inUse"' }
  const [state] = await database.query<{ readonly inUse: boolean }>(used, [])
  if (state?.inUse === true) {
    throw new DistributeError(
      'The database has workspaces. Distribute an empty, migrated one, and move into it with move --from.',
    )
  }
}
