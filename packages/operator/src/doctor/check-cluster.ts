import {
  type Database,
  findNodeFaults,
  findPlacementFaults,
  listClusterNodes,
  listPlacements,
  readCitusVersion,
} from '@affiliate-platform/platform/database'
import { commandName } from '../command-line/command-name.ts'
import { formatCount } from '../command-line/format-count.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Checks a cluster: that its nodes respond, and that each table is where it belongs. A database without Citus is none. */
export async function checkCluster(database: Database): Promise<readonly Finding[]> {
  if ((await readCitusVersion(database)) === undefined) return []
  const nodes = await listClusterNodes(database)
  const [fault, ...more] = findNodeFaults(nodes)
  if (fault !== undefined) return [failed('cluster', `${fault.detail}${tellMore(more)}`, fault.remedy)]
  const [misplaced, ...others] = findPlacementFaults(nodes, await listPlacements(database))
  if (misplaced !== undefined)
    return [failed('cluster', `${misplaced}.${tellMore(others)}`, `Run ${commandName} distribute.`)]
  const holding = nodes.filter(({ holdsRows }) => holdsRows)
  return [ok('cluster', `Every table is in its place on ${formatCount(holding.length, 'node')}.`)]
}

const tellMore = ({ length }: readonly unknown[]): string => (length === 0 ? '' : ` And ${length} more.`)
