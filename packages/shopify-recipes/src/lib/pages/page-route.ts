import { limits, shopDomainSchema } from '@affiliate-platform/contract'
import { runWithin } from '../deadline.ts'
import { readEnvironment } from '../environment.ts'
import { toJsonResponse } from '../json-response.ts'
import { createReport } from '../report.ts'
import { verifyBearer } from './bearer.ts'
import { toListWarning } from './list-fault.ts'
import type { ListShops, PageRouteOptions } from './page-options.ts'
import { type PageTime, startPageTime } from './page-time.ts'

/** Carries the number of all shops beside a page, whose fields are fixed. */
export const shopCountHeader = 'X-Affiliate-Backfill-Shops'
/** Carries how many shops, the first of the failures, were not begun in the time of a page. */
export const notBegunHeader = 'X-Affiliate-Backfill-Not-Begun'

/** The page to run. */
export interface PageRequest {
  readonly offset: number
  readonly domains: readonly string[]
  readonly isFull: boolean
  readonly isDryRun: boolean
  readonly time: PageTime
}

/** A page, and how many of its shops were not begun in its time; they are the first of its failures. */
export interface PageResult {
  readonly page: object
  readonly notBegun: number
}

/** What is done with the shops of a page; or why nothing can be done. */
export type PageWork =
  | { readonly status: number; readonly code: string }
  | {
      readonly status?: undefined
      readonly listShops: ListShops
      /** How long a page works. Default 24 s. */
      readonly pageTimeMs?: number | undefined
      readonly runPage: (request: PageRequest) => Promise<PageResult>
    }

/**
 * Makes an owner-only route that does something with all shops of an app, 50 per request (interface 4.4 rules 4 and 5).
 *
 * @param prepare - gets the query of each request that carries the key
 */
export function createPageRoute(
  options: PageRouteOptions,
  prepare: (query: URLSearchParams) => PageWork,
): (request: Request) => Promise<Response> {
  const warn = createReport<string>(undefined, (warning) => warning)
  return async (request) => {
    const { apiKey = readEnvironment('AFFILIATE_WORKSPACE_API_KEY') } = options
    if (request.method !== 'POST') return toJsonResponse(405, { code: 'method_not_allowed' })
    // A key this short is a placeholder, and could be guessed.
    if (apiKey === undefined || apiKey.length < 16) return toJsonResponse(500, { code: 'api_key_missing' })
    // Interface 4.4 rule 4: before anything that would tell about the route.
    if (!(await verifyBearer(request, apiKey))) {
      return toJsonResponse(401, { code: 'invalid_credential' }, { 'WWW-Authenticate': 'Bearer' })
    }
    const query = new URL(request.url).searchParams
    const work = prepare(query)
    if (work.status !== undefined) return toJsonResponse(work.status, { code: work.code })
    const offset = parseOffset(query.get('offset') ?? '0')
    if (offset === undefined) return toJsonResponse(400, { code: 'invalid_offset' })
    const shops = parseShops(query.get('shops'))
    if (shops === undefined) return toJsonResponse(400, { code: 'invalid_shops' })
    const limit = limits.backfillPageShops
    const time = startPageTime(work.pageTimeMs)
    let listed: readonly string[]
    try {
      // Copied here, so that what is no list is caught too.
      listed = [
        ...(await runWithin(limits.backfillCallTimeoutMs, (signal) =>
          work.listShops({ offset, limit, signal }),
        )),
      ]
    } catch (error) {
      // What it says is for the owner of the route alone: it may tell of the database.
      warn(toListWarning(error, apiKey))
      return toJsonResponse(503, { code: 'shops_not_listed' })
    }
    // What failed may have moved to another page by now, where an uninstall has moved up the shops behind it.
    const domains = shops ?? [...new Set(listed.slice(0, limit))]
    const isDryRun = query.get('dryRun') === '1'
    const [{ page, notBegun }, shopCount] = await Promise.all([
      work.runPage({ offset, domains, isFull: listed.length >= limit, isDryRun, time }),
      countShops(options),
    ])
    return toJsonResponse(200, page, {
      [notBegunHeader]: String(notBegun),
      ...(shopCount !== undefined && { [shopCountHeader]: String(shopCount) }),
    })
  }
}

/** How many shops there are; undefined when the app does not say, or cannot. */
async function countShops({ countShops }: PageRouteOptions): Promise<number | undefined> {
  try {
    return await runWithin(limits.backfillCallTimeoutMs, () => countShops?.())
  } catch {
    return undefined
  }
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
