import {
  type BackfillPage,
  type BackfillResult,
  backfillRoute,
  readShopWithAdmin,
} from '@affiliate-platform/shopify-recipes'
import { database } from './database.server.ts'
import { sessionStorage } from './session-storage.server.ts'
import shopify from './shopify.server.ts'

/** What became of one shop. */
export type ShopOutcome = BackfillResult['outcome']

/** A page as it was run, with the shops behind its counts. */
export interface RunPage extends BackfillPage {
  readonly isDryRun: boolean
  readonly shops: readonly { readonly domain: string; readonly outcome: ShopOutcome }[]
}

/** Runs one page of the backfill, and keeps what became of it for the app's own page. */
export async function runBackfill(request: Request): Promise<Response> {
  const results: BackfillResult[] = []
  const route = backfillRoute({
    listShops: sessionStorage.listShops,
    countShops: sessionStorage.countShops,
    readShop: readShopWithAdmin(shopify),
    // The answer names the failed shops alone. The grid wants to know of all.
    onResult: (result) => void results.push(result),
  })
  const response = await route(request)
  if (response.ok) {
    const isDryRun = new URL(request.url).searchParams.get('dryRun') === '1'
    savePage({ ...((await response.clone().json()) as BackfillPage), isDryRun, shops: sortShops(results) })
  }
  return response
}

/** Runs one page for the app's own page: the key stays on the server. */
export function runBackfillPage({
  offset,
  isDryRun,
}: {
  offset: number
  isDryRun: boolean
}): Promise<Response> {
  const query = new URLSearchParams({ offset: String(offset), ...(isDryRun && { dryRun: '1' }) })
  const headers = { Authorization: `Bearer ${process.env['AFFILIATE_WORKSPACE_API_KEY'] ?? ''}` }
  const url = `https://app.internal/internal/affiliate-backfill?${query}`
  return runBackfill(new Request(url, { method: 'POST', headers }))
}

const insertPage = database.prepare(
  `INSERT INTO backfill_pages (page_offset, page) VALUES (?, ?)
   ON CONFLICT (page_offset) DO UPDATE SET page = excluded.page`,
)
const removePages = database.prepare('DELETE FROM backfill_pages')
const findPages = database.prepare('SELECT page FROM backfill_pages ORDER BY page_offset')

/** As `listShops` sorts them: the shops of a page come to their end in any order. */
function sortShops(results: readonly BackfillResult[]): RunPage['shops'] {
  const shops = results.map(({ domain, outcome }) => ({ domain, outcome }))
  return shops.sort((a, b) => (a.domain < b.domain ? -1 : 1))
}

function savePage(page: RunPage): void {
  // A dry run and a real one are two runs: what one has found says nothing about the other.
  if (listBackfillPages().some((saved) => saved.isDryRun !== page.isDryRun)) removePages.run()
  insertPage.run(page.offset, JSON.stringify(page))
}

/** The pages of the last run, in order. */
export function listBackfillPages(): readonly RunPage[] {
  return findPages.all().map(({ page }) => JSON.parse(String(page)) as RunPage)
}
