import { z } from 'zod'
import type { Database, Statement } from '../../database/statements/database.ts'
import { continueImport, type ImportCounts, type ImportReport, startImport } from '../import-sales.ts'
import { PartnerApiError } from '../partner-api/partner-api-error.ts'
import { walkTransactions } from '../partner-api/walk-transactions.ts'
import { buildPassWindow, type PassKind, type PassWindow } from '../pass-window.ts'
import { endRun, findUnfinishedRun, type StartedRun } from '../store/import-runs.ts'
import { findNextBackfill, settleBackfill } from './backfills.ts'
import { type ConnectedFeed, type FeedOptions, withConnectedFeed } from './connected-feed.ts'
import { markFeedPassed } from './due-feeds.ts'
import { type InstallImport, importInstalls } from './import-installs.ts'
import { type PassReport, toPassReport } from './pass-report.ts'
import { SaleFeedError } from './sale-feed-error.ts'

/** What a pass reads. */
export interface SalesPass extends FeedOptions {
  /** One shop; the shops whose history was asked for; or these and a window of the whole app. */
  readonly scope: { readonly shopDomain: string } | 'backfills' | PassKind
  /** Of a schedule: a window that another process has read meanwhile is left out, and due again so much later. */
  readonly everyMinutes?: number
  /** Called after each page. */
  readonly onPage?: ((counts: ImportCounts) => void) | undefined
}

const source = 'partner_transactions'

const advanceStatement: Statement = {
  name: 'sales_advance_feed',
  text: `
    update sale_feeds
    set sales_read_until = greatest(
      sales_read_until,
      (select max(last_collected_at) from import_run_pages where workspace_id = $1 and run_id = $3)
    )
    where workspace_id = $1 and app_id = $2`,
}

const markWeeklyStatement: Statement = {
  name: 'sales_mark_weekly_pass',
  text: 'update sale_feeds set weekly_pass_at = $3 where workspace_id = $1 and app_id = $2',
}

/**
 * Reads a connected app's sales from the Partner API, and posts them: first what an earlier run has left, at the page
 * where it was ended; then the history of shops that were referred since; then the window. A window of the whole app
 * also reads installs, where the token may.
 *
 * @throws SaleFeedError, PartnerApiError, or the signal's reason. Run it again: it goes on where it was.
 */
export async function runSalesPass(database: Database, pass: SalesPass): Promise<PassReport> {
  return await withConnectedFeed(database, pass, async (feed) => {
    const { scope, onPage, everyMinutes } = pass
    const read = (run: StartedRun) => readRun(database, feed, { run, onPage })
    const reports: ImportReport[] = []
    const unfinished = await findUnfinishedRun(database, feed.app, source)
    if (unfinished?.isStale) await endRun(database, unfinished, { result: 'failed', reason: 'stale' })
    else if (unfinished !== undefined) reports.push(await read(unfinished))
    if (typeof scope === 'object') {
      reports.push(await read(await startShop(database, feed, scope.shopDomain)))
      return toPassReport(reports, null)
    }
    for (let shop = await findNextBackfill(database, feed.app); shop !== undefined; ) {
      reports.push(await read(await startShop(database, feed, shop)))
      shop = await findNextBackfill(database, feed.app)
    }
    const isDone = everyMinutes !== undefined && !feed.state.isPassDue
    if (scope === 'backfills' || isDone) return toPassReport(reports, null)
    const window = buildPassWindow(scope, feed.state.salesReadUntil, feed.state.now)
    reports.push(await read(await start(database, feed, window)))
    const installs = await readInstalls(database, feed, scope)
    if (scope !== 'recent') await markWeekly(database, feed)
    if (everyMinutes !== undefined) await markFeedPassed(database, feed.app, everyMinutes)
    return toPassReport(reports, installs)
  })
}

/** Reads a run from where it is to its end. */
async function readRun(
  database: Database,
  { app, actor, connection, client, lease, signal }: ConnectedFeed,
  { run, onPage }: { readonly run: StartedRun; readonly onPage: SalesPass['onPage'] },
): Promise<ImportReport> {
  const window = runArgumentsSchema.parse(run.arguments)
  const { shopDomain } = window
  const walk = { app: connection.platformAppId, ...window, after: run.cursor, ...(signal && { signal }) }
  // The last page was stored, and what came after was not done.
  const isWalked = run.pages > 0 && run.cursor === null
  const pages = isWalked ? toPages() : walkTransactions(client, walk)
  const watch = { onPage, guard: lease.check, staysOpen }
  const report = await continueImport(database, { run, actor, ...watch }, pages)
  if (shopDomain === undefined) {
    await database.query(advanceStatement, [app.workspaceId, app.appId, report.runId])
  } else {
    await settleBackfill(database, app, { shopDomain, runId: report.runId })
  }
  return report
}

const runArgumentsSchema = z.object({
  createdAtMin: z.string().exactOptional(),
  createdAtMax: z.string().exactOptional(),
  shopDomain: z.string().exactOptional(),
})

async function* toPages(): AsyncGenerator<never> {}

function startShop(database: Database, feed: ConnectedFeed, shopDomain: string): Promise<StartedRun> {
  const window = buildPassWindow('all', null, feed.state.now)
  return start(database, feed, { ...window, shopDomain })
}

function start(
  database: Database,
  { app, actor, sourceSince }: ConnectedFeed,
  { createdAtMin, ...rest }: PassWindow & { readonly shopDomain?: string },
): Promise<StartedRun> {
  // What was recorded before the cut-over is another source's.
  const since = [createdAtMin, sourceSince].filter((text) => text !== undefined).sort()
  const createdAt = since.at(-1)
  const order = {
    ...app,
    actor,
    source,
    arguments: { ...(createdAt && { createdAtMin: createdAt }), ...rest },
  } as const
  return startImport(database, order)
}

async function readInstalls(
  database: Database,
  feed: ConnectedFeed,
  scope: PassKind,
): Promise<InstallImport | PartnerApiError> {
  try {
    return await importInstalls(database, feed, scope)
  } catch (error) {
    // A token without "Manage apps" reads sales all the same.
    if (error instanceof PartnerApiError && error.code === 'access_denied') return error
    throw error
  }
}

async function markWeekly(database: Database, { app, state }: ConnectedFeed): Promise<void> {
  await database.query(markWeeklyStatement, [app.workspaceId, app.appId, state.now])
}

const passing: readonly string[] = [
  'unavailable',
  'rate_limited',
  'access_denied',
  'version_not_served',
  'redirected',
]

/** What has to do with neither the query nor its cursor: the same walk can go on later. */
function staysOpen(error: unknown): boolean {
  if (error instanceof PartnerApiError) return passing.includes(error.code)
  return error instanceof SaleFeedError || Reflect.get(Object(error), 'name') === 'AbortError'
}
