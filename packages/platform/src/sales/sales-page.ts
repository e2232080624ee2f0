import type { AppTransaction, SalesPage, SetAsideRow } from './app-transaction.ts'
import type { SaleReading } from './read-app-transaction.ts'
import { toUtcMicroseconds } from './utc-microseconds.ts'

/**
 * Sorts readings into a page. Of those with one `platformId` the last counts.
 *
 * @param replaced - how many rows were left out before, because a later one of their file replaces them
 */
export function toSalesPage(readings: readonly SaleReading[], replaced = 0): SalesPage {
  const latest = new Map(readings.map((reading) => [platformIdOf(reading), reading]))
  const rows: AppTransaction[] = []
  const setAside: SetAsideRow[] = []
  let latestAt: string | null = null
  for (const reading of latest.values()) {
    if ('appTransaction' in reading) rows.push(reading.appTransaction)
    else setAside.push(reading.setAside)
    const at = 'appTransaction' in reading ? reading.appTransaction.collectedAt : timeOf(reading.setAside)
    if (at !== undefined && (latestAt === null || at > latestAt)) latestAt = at
  }
  const repeated = readings.length - latest.size
  return { rows, setAside, read: readings.length + replaced, replaced: repeated + replaced, latestAt }
}

function platformIdOf(reading: SaleReading): string {
  return 'appTransaction' in reading ? reading.appTransaction.platformId : reading.setAside.platformId
}

function timeOf({ copy }: SetAsideRow): string | undefined {
  return toUtcMicroseconds(copy['collectedAt'])
}
