import { clusterUrl } from '@affiliate-platform/test-support/test-database'

/** What the tests of a cluster need, for who has none. */
export const onCluster = {
  skip: clusterUrl === undefined,
  meta: { needs: 'an empty or distributed database of a Citus cluster (CITUS_URL)' },
} as const

/** The database of the cluster. */
export function toClusterUrl(): string {
  if (clusterUrl === undefined) throw new Error('A test of a cluster runs on one.')
  return clusterUrl
}

/** Prints what was measured: for docs/scaling.md. */
export function tellFigure(figure: string): void {
  process.stdout.write(`measured: ${figure}\n`)
}
