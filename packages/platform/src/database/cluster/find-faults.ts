import { type ClusterNode, clusterSettings } from './nodes.ts'
import type { PlacedTable } from './placement.ts'

/** What keeps a cluster from its work, and what to do. */
export interface ClusterFault {
  readonly detail: string
  readonly remedy: string
}

/** What the suite on a cluster has run with; older ones are not tried. */
const citusVersionMin = 13

/** What `distribute` cannot mend: an operator of the nodes has to. */
export function findNodeFaults(nodes: readonly ClusterNode[]): readonly ClusterFault[] {
  if (!nodes.some(({ holdsRows }) => holdsRows)) {
    const remedy = "Run select citus_add_node('<host>', <port>) on the coordinator, for each of them."
    return [{ detail: 'The coordinator knows no node that holds rows.', remedy }]
  }
  const first = nodes.find(({ state }) => state !== undefined)?.state
  return nodes.flatMap(({ address, state }): readonly ClusterFault[] => {
    if (state === undefined)
      return [{ detail: `${address} does not respond.`, remedy: 'Start it, or look at its log.' }]
    const { server, citus, walLevel, preparedMax, connectionsMax } = state
    const fault = (what: string, remedy: string) => ({ detail: `${address} ${what}.`, remedy })
    return [
      ...(Number.parseInt(citus ?? '0', 10) < citusVersionMin
        ? [
            fault(
              `has Citus ${citus ?? 'not at all'}`,
              `Use Citus ${citusVersionMin} or newer on every node.`,
            ),
          ]
        : []),
      ...(server === first?.server && citus === first.citus
        ? []
        : [fault('has another version than the first node', 'Use one version of Postgres and of Citus.')]),
      ...(walLevel === 'logical'
        ? []
        : [
            fault(
              `has wal_level = ${walLevel}, so that its rows cannot be moved while they are in use`,
              'Set it to logical.',
            ),
          ]),
      ...(preparedMax >= connectionsMax
        ? []
        : [
            fault(
              `has max_prepared_transactions = ${preparedMax}`,
              `Set it to max_connections at least: ${connectionsMax}.`,
            ),
          ]),
    ]
  })
}

/** What `distribute` mends. */
export function findPlacementFaults(
  nodes: readonly ClusterNode[],
  tables: readonly PlacedTable[],
): readonly string[] {
  const unset = nodes.flatMap(({ address, state }) => {
    const missing = Object.entries(clusterSettings).filter(
      ([name, value]) => state !== undefined && !state.settings.includes(`${name}=${value}`.toLowerCase()),
    )
    return missing.length === 0
      ? []
      : [`${address} has its database not set to ${missing.map((each) => each.join(' = ')).join(', ')}`]
  })
  const misplaced = tables.filter(({ belongs, is }) => belongs !== is)
  return [...unset, ...misplaced.map(({ table, belongs, is }) => `${table} is ${is}, and belongs ${belongs}`)]
}
