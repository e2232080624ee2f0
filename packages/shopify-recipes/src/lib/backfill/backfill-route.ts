import { limits, shopDomainSchema } from '@affiliate-platform/contract'
import { runWithin } from '../deadline.ts'
import { readEnvironment } from '../environment.ts'
import { toJsonResponse } from '../json-response.ts'
import { createReport } from '../report.ts'
import type { BackfillRouteOptions } from './backfill-options.ts'
import { verifyBearer } from './bearer.ts'
import { toListWarning } from './list-fault.ts'
import { startPageTime } from './page-time.ts'
import { runPage } from './run-page.ts'
import { listMissed, type PageMode } from './run-with-ledger.ts'

/** Carries the number of all shops beside a page, whose fields are fixed. */
export const shopCountHeader = 'X-Affiliate-Backfill-Shops'
/** Carries how many shops, the first of the failures, were not begun in the time of a page. */
export const notBegunHeader = 'X-Affiliate-Backfill-Not-Begun'

/**
 * Makes the temporary, owner-only route that identifies the shops an app already has, 50 per request (interface
 * 4.4 rules 4 to 6). `POST <route>?offset=0` with `Authorization: Bearer <your own API key>`; `dryRun=1` reads
 * and sends nothing; `shops=<domains, separated by commas>` runs these alone, to repeat what failed.
 * `affiliate-recipes backfill run` drives it. Delete it after one successful run.
 *
 * @returns the route; it never rejects. It responds within 25 s: shops that it has not begun by then count as
 * failed. 200 with a `BackfillPage` (also with failures), 400 for an offset that is no page or shops that are no
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
  const concurrency = checkConcurrency(options.concurrency ?? 10)
  // Without an onResult nobody is warned: whoever called the route gets every failure in the answer.
  const report = createReport(options.onResult, () => undefined)
  const warn = createReport<string>(undefined, (warning) => warning)
  return async (request) => {
    const { apiKey = readEnvironment('AFFILIATE_WORKSPACE_API_KEY'), listShops } = options
    const { appId = readEnvironment('AFFILIATE_APP_ID') } = options
    if (request.method !== 'POST') return toJsonResponse(405, { code: 'method_not_allowed' })
    // A key this short is a placeholder, and could be guessed.
    if (apiKey === undefined || apiKey.length < 16) return toJsonResponse(500, { code: 'api_key_missing' })
    // Interface 4.4 rule 4: before anything that would tell about the route.
    if (!(await verifyBearer(request, apiKey))) {
      return toJsonResponse(401, { code: 'invalid_credential' }, { 'WWW-Authenticate': 'Bearer' })
    }
    if (!appId) return toJsonResponse(500, { code: 'app_id_missing' })
    const query = new URL(request.url).searchParams
    const offset = parseOffset(query.get('offset') ?? '0')
    if (offset === undefined) return toJsonResponse(400, { code: 'invalid_offset' })
    const { ledger } = options
    const mode = parseMode(query)
    if (mode !== 'all' && ledger === undefined) return toJsonResponse(400, { code: 'ledger_not_given' })
    const shops = parseShops(query.get('shops'))
    if (shops === undefined) return toJsonResponse(400, { code: 'invalid_shops' })
    const isDryRun = query.get('dryRun') === '1'
    const limit = limits.backfillPageShops
    const time = startPageTime()
    let domains: readonly string[]
    try {
      // Copied here, so that what is no list is caught too.
      domains = [
        ...(await runWithin(limits.backfillCallTimeoutMs, (signal) =>
          mode === 'missed' && ledger
            ? listMissed(ledger, isDryRun ? offset : 0, limit)
            : listShops({ offset, limit, signal }),
        )),
      ]
    } catch (error) {
      // What it says is for the owner of the route alone: it may tell of the database.
      warn(toListWarning(error, apiKey))
      return toJsonResponse(503, { code: 'shops_not_listed' })
    }
    // What failed may have moved to another page by now, where an uninstall has moved up the shops behind it.
    const run = {
      offset,
      domains: shops ?? [...new Set(domains.slice(0, limit))],
      isFull: domains.length >= limit,
    }
    const runner = { options, appId, isDryRun, report, time }
    const [{ page, notBegun }, shopCount] = await Promise.all([
      runPage({ ...run, concurrency, mode }, runner),
      countShops(options),
    ])
    return toJsonResponse(200, page, {
      [notBegunHeader]: String(notBegun),
      ...(shopCount !== undefined && { [shopCountHeader]: String(shopCount) }),
    })
  }
}

function parseMode(query: URLSearchParams): PageMode {
  if (query.get('prime') === '1') return 'prime'
  return query.get('missed') === '1' ? 'missed' : 'all'
}

/** How many shops there are; undefined when the app does not say, or cannot. */
async function countShops({ countShops }: BackfillRouteOptions): Promise<number | undefined> {
  try {
    return await runWithin(limits.backfillCallTimeoutMs, () => countShops?.())
  } catch {
    return undefined
  }
}

function checkConcurrency(concurrency: number): number {
  const max = limits.backfillPageShops
  if (Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= max) return concurrency
  throw new RangeError(`concurrency must be a whole number from 1 to ${max}.`)
}

/** An offset that starts a page: with any other one pages would overlap. */
function parseOffset(text: string): number | undefined {
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return offset % limits.backfillPageShops === 0 ? offset : undefined
}

/** The shops to run alone, null for those of the page; undefined for what is no list of domains. */
function parseShops(text: string | null): readonly string[] | null | undefined {
  if (text === null) return null
  const domains = [...new Set(text.split(','))]
  const isList = domains.every((domain) => shopDomainSchema.safeParse(domain).success)
  return isList && domains.length <= limits.backfillPageShops ? domains : undefined
}
