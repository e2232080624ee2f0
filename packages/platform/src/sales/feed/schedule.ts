import type { Logger } from 'pino'
import type { RepeatedWork, WatchWork } from '../../database/postgres/repeat-work.ts'
import type { Database } from '../../database/statements/database.ts'
import { PartnerApiError } from '../partner-api/partner-api-error.ts'
import { type DueFeed, listDueFeeds, markFeedFailed } from './due-feeds.ts'
import type { PartnerAccess } from './partner-access.ts'
import { runSalesPass } from './run-pass.ts'
import { SaleFeedError } from './sale-feed-error.ts'

interface SalesPlan {
  readonly everyMinutes: number
  readonly access: PartnerAccess
  readonly watch?: WatchWork | undefined
}

const tickMs = 5000
const actor = 'system'

/**
 * Imports the sales of all connected apps by themselves: each app every so many minutes, two months of it once a week,
 * and the history of a shop within seconds of its referral. Any number of processes may do so on one database: each app
 * is read by one of them at a time. After a failure an app waits a minute, then two, then four. The next process goes on
 * after the last page that was stored.
 */
export function startSalesSchedule(
  database: Database,
  log: Logger,
  { everyMinutes, access, watch }: SalesPlan,
): RepeatedWork {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  const importDue = async (): Promise<void> => {
    for (const due of await listDueFeeds(database)) {
      if (signal.aborted) return
      await importOne(database, due, { everyMinutes, access, log, signal })
    }
  }
  const tick = async (): Promise<void> => {
    try {
      await importDue()
      watch?.('import_sales', true)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'sales were not imported')
      watch?.('import_sales', false)
    }
    if (signal.aborted) return
    timer = setTimeout(() => {
      ticking = tick()
    }, tickMs).unref()
  }
  let ticking = tick()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await ticking
    },
  }
}

interface PassOptions extends Omit<SalesPlan, 'watch'> {
  readonly log: Logger
  readonly signal: AbortSignal
}

async function importOne(
  database: Database,
  { isPassDue, isWeeklyDue, ...app }: DueFeed,
  { everyMinutes, access, log, signal }: PassOptions,
): Promise<void> {
  const { appId } = app
  const window = isWeeklyDue ? 'weekly' : 'recent'
  try {
    const scope = isPassDue ? window : 'backfills'
    const report = await runSalesPass(database, { ...app, access, actor, signal, scope, everyMinutes })
    if (report.runs === 0) return
    const { read, posted, setAside, unposted } = report
    log.info(
      { appId, scope, read, new: report.new, posted, setAside: setAside.length },
      'sales were imported',
    )
    for (const shop of unposted) log.error({ appId, ...shop }, 'sales of a shop were not posted')
  } catch (error) {
    const isExpected = error instanceof PartnerApiError || error instanceof SaleFeedError
    if (signal.aborted || (isExpected && (error.code === 'busy' || error.code === 'lease_lost'))) return
    const reason = isExpected ? error.message : 'Internal error; see the log.'
    await markFeedFailed(database, app, { everyMinutes, reason })
    log.warn(
      { appId, ...(isExpected ? { code: error.code, reason } : { err: error }) },
      'sales were not imported',
    )
  }
}
