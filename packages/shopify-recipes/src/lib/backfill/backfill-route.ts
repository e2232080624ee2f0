import { limits } from '@affiliate-platform/contract'
import { readEnvironment } from '../environment.ts'
import { createPageRoute } from '../pages/page-route.ts'
import { createReport } from '../report.ts'
import type { BackfillRouteOptions } from './backfill-options.ts'
import { runPage } from './run-page.ts'
import { listMissed, type PageMode } from './run-with-ledger.ts'

/**
 * Makes the temporary, owner-only route that identifies the shops an app already has, 50 per request (interface
 * 4.4 rules 4 to 6). `POST <route>?offset=0` with `Authorization: Bearer <your own API key>`; `dryRun=1` reads
 * and sends nothing; `shops=<domains, separated by commas>` runs these alone, to repeat what failed.
 * `affiliate-recipes backfill run` drives it. Delete it after one successful run.
 *
 * @returns the route; it never rejects. It responds within 25 s (`pageTimeMs` and one more): shops that have no
 * time left count as failed, and are repeated first. 200 with a `BackfillPage` (also with failures), 400 for an offset that is no page or shops that are no
 * domains, 401 for a missing or wrong key or one in the query string, 405, 500 not configured, 503 when the
 * shops cannot be listed
 *
 * @example
 * ```ts
 * import { backfillRoute } from '@affiliate-platform/shopify-recipes'
 *
 * const route = backfillRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   readShop: async () => ({ email: 'owner@example.com' }),
 * })
 * ```
 */
export function backfillRoute(options: BackfillRouteOptions): (request: Request) => Promise<Response> {
  const { concurrency = 10, pageTimeMs } = options
  checkRange('concurrency', concurrency, [1, limits.backfillPageShops])
  if (pageTimeMs !== undefined) checkRange('pageTimeMs', pageTimeMs, [5000, 300_000])
  // Without an onResult nobody is warned: whoever called the route gets every failure in the response.
  const report = createReport(options.onResult, () => undefined)
  return createPageRoute(options, (query) => {
    const { appId = readEnvironment('AFFILIATE_APP_ID'), listShops, ledger } = options
    if (!appId) return { status: 500, code: 'app_id_missing' }
    const mode = parseMode(query)
    if (mode !== 'all' && ledger === undefined) return { status: 400, code: 'ledger_not_given' }
    // A dry run leaves the missed shops in their list.
    const isDryRun = query.get('dryRun') === '1'
    return {
      listShops:
        mode === 'missed' && ledger
          ? ({ offset, limit }) => listMissed(ledger, isDryRun ? offset : 0, limit)
          : listShops,
      pageTimeMs,
      runPage: (request) => runPage(request, { options, appId, concurrency, mode, report }),
    }
  })
}

function parseMode(query: URLSearchParams): PageMode {
  if (query.get('prime') === '1') return 'prime'
  return query.get('missed') === '1' ? 'missed' : 'all'
}

function checkRange(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}.`)
}
