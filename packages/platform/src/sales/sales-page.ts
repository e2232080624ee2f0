import type { Collection, SalesPage, SetAsideRow } from './collection.ts'
import type { SaleReading } from './read-collection.ts'
import { toUtcMicroseconds } from './utc-microseconds.ts'

/** Sorts readings into a page. */
export function toSalesPage(readings: readonly SaleReading[]): SalesPage {
  const rows: Collection[] = []
  const setAside: SetAsideRow[] = []
  let latestAt: string | null = null
  for (const reading of readings) {
    if ('collection' in reading) rows.push(reading.collection)
    else setAside.push(reading.setAside)
    const at = 'collection' in reading ? reading.collection.collectedAt : timeOf(reading.setAside)
    if (at !== undefined && (latestAt === null || at > latestAt)) latestAt = at
  }
  return { rows, setAside, read: readings.length, latestAt }
}

function timeOf({ copy }: SetAsideRow): string | undefined {
  return toUtcMicroseconds(copy['collectedAt'])
}
