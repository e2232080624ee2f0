import type { Database } from '../statements/database.ts'
import { isDistributed, listPlacements, type PlacedTable, type Placement } from './placement.ts'

const together = `colocate_with := 'workspaces'`
const alone = `colocate_with := 'none'`

/** What puts a table where it belongs. */
function toCommand(table: string, belongs: Placement): string {
  if (belongs === 'on every node') return `select create_reference_table('${table}')`
  const isBase = belongs === 'by workspace, apart' || table === 'workspaces'
  return `select create_distributed_table('${table}', 'workspace_id', ${isBase ? alone : together})`
}

/**
 * Puts each table that is on one node where it belongs, each in a transaction of its own: what was cut off is gone on
 * with. Those that are spread otherwise are left.
 *
 * @returns the tables that this call placed
 */
export async function placeTables(database: Database): Promise<readonly PlacedTable[]> {
  const missing = (await listPlacements(database)).filter(({ is }) => is === 'on one node')
  for (const { table, belongs } of missing) await database.script(toCommand(table, belongs))
  return missing
}

/** Spreads the tables that a migration has made, where the others are spread. */
export async function placeNewTables(database: Database): Promise<void> {
  if (await isDistributed(database)) await placeTables(database)
}
