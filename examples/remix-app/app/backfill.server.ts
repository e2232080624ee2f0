import {
  type BackfillPage,
  backfillRoute,
  type ReadShopFunction,
  readShopWithAdmin,
} from '@affiliate-platform/shopify-recipes'
import { database } from './database.server.ts'
import { sessionStorage } from './session-storage.server.ts'
import shopify from './shopify.server.ts'

/** What became of one shop. */
export type ShopOutcome = 'sent' | 'skipped' | 'failed'

/** A page as it was run, with the shops behind its counts. */
export interface RunPage extends BackfillPage {
  readonly isDryRun: boolean
  readonly shops: readonly { readonly domain: string; readonly outcome: ShopOutcome }[]
}

const readWithAdmin = readShopWithAdmin(shopify)
const readable = new Set<string>()

// The answer counts sent and skipped shops without naming them. The grid wants to know which.
const readShop: ReadShopFunction = async (domain, options) => {
  readable.delete(domain)
  const shop = await readWithAdmin(domain, options)
  if (shop !== undefined) readable.add(domain)
  return shop
}

const route = backfillRoute({
  listShops: sessionStorage.listShops,
  countShops: sessionStorage.countShops,
  readShop,
})

/** Runs one page of the backfill, and keeps what became of it for the app's own page. */
export async function runBackfill(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const response = await route(request)
  if (response.ok) {
    await savePage((await response.clone().json()) as BackfillPage, searchParams.get('dryRun') === '1')
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

async function savePage(page: BackfillPage, isDryRun: boolean): Promise<void> {
  const domains = await sessionStorage.listShops({ offset: page.offset, limit: page.processed })
  const failed = new Set(page.failures.map(({ domain }) => domain))
  const toOutcome = (domain: string): ShopOutcome => {
    if (failed.has(domain)) return 'failed'
    return readable.has(domain) ? 'sent' : 'skipped'
  }
  const shops = domains.map((domain) => ({ domain, outcome: toOutcome(domain) }))
  // A dry run and a real one are two runs: what one has found says nothing about the other.
  if (listBackfillPages().some((saved) => saved.isDryRun !== isDryRun)) removePages.run()
  insertPage.run(page.offset, JSON.stringify({ ...page, isDryRun, shops } satisfies RunPage))
}

/** The pages of the last run, in order. */
export function listBackfillPages(): readonly RunPage[] {
  return findPages.all().map(({ page }) => JSON.parse(String(page)) as RunPage)
}
