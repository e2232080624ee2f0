import { startAttribution } from '@affiliate-platform/platform/attribution'
import { startAnchoring } from '@affiliate-platform/platform/audit'
import { type Database, startAnalyzing } from '@affiliate-platform/platform/database'
import { startRetention } from '@affiliate-platform/platform/retention'
import { startSalesSchedule } from '@affiliate-platform/platform/sales'
import type { createLog, Settings } from '@affiliate-platform/service'
import { toPartnerAccess } from '../sales/partner-access.ts'

/** Starts what a process that serves does beside its requests. Any number of processes may do so on one database. */
export function startBackgroundWork(
  database: Database,
  log: ReturnType<typeof createLog>,
  settings: Settings,
): readonly { stop(): Promise<void> }[] {
  const { RECEIPTS_MONTHS: receiptsMonths, SALES_IMPORT_MINUTES: everyMinutes } = settings
  const access = toPartnerAccess(settings)
  return [
    startAnalyzing(database, log),
    startAnchoring(database, log),
    startAttribution(database, log),
    startRetention(database, log, { receiptsMonths }),
    ...(everyMinutes === undefined ? [] : [startSalesSchedule(database, log, { everyMinutes, access })]),
  ]
}
