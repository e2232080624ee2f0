import type { Collection, SalesPage, SetAsideRow } from './collection.ts'
import type { SaleReading } from './read-collection.ts'
import { toUtcMicroseconds } from './utc-microseconds.ts'

/**
 * Sorts readings into a page. Of those with one `platformId` the last counts.
 *
 * @param replaced - how many rows were left out before, because a later one of their file replaces them
 */
export function toSalesPage(readings: readonly SaleReading[], replaced = 0): SalesPage {
  const latest = new Map(readings.map((reading) => [platformIdOf(reading), reading]))
  const rows: Collection[] = []
  const setAside: SetAsideRow[] = []
  let latestAt: string | null = null
  for (const reading of latest.values()) {
    if ('collection' in reading) rows.push(reading.collection)
    else setAside.push(reading.setAside)
    const at = 'collection' in reading ? reading.collection.collectedAt : timeOf(reading.setAside)
    if (at !== undefined && (latestAt === null || at > latestAt)) latestAt = at
  }
  const repeated = readings.length - latest.size
  return { rows, setAside, read: readings.length + replaced, replaced: repeated + replaced, latestAt }
}

function platformIdOf(reading: SaleReading): string {
  return 'collection' in reading ? reading.collection.platformId : reading.setAside.platformId
}

function timeOf({ copy }: SetAsideRow): string | undefined {
  return toUtcMicroseconds(copy['collectedAt'])
}
