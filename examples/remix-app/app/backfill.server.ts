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

/** A page that has begun and not ended. */
export interface PageProgress {
  readonly offset: number
  readonly isDryRun: boolean
  /** Shops of the page that are known to be sent, or in a dry run to be readable. */
  readonly sent: number
  /** Whether this process is still at it. Otherwise it was cut off. */
  readonly isRunning: boolean
}

/** How far the last run has come. */
export interface BackfillState {
  readonly pages: readonly RunPage[]
  readonly progress: PageProgress | null
}

let runningPages = 0

/** Runs one page of the backfill, and keeps what became of it for the app's own page. */
export async function runBackfill(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const isDryRun = searchParams.get('dryRun') === '1'
  const offset = Number(searchParams.get('offset') ?? 0)
  const results: BackfillResult[] = []
  const noteProgress = () => {
    const sent = results.filter(({ outcome }) => outcome === 'sent').length
    replaceProgress.run(JSON.stringify({ offset, isDryRun, sent }))
  }
  const route = backfillRoute({
    // The first thing that happens after the key was checked: from here on the page has begun.
    listShops: (page) => {
      noteProgress()
      return sessionStorage.listShops(page)
    },
    countShops: sessionStorage.countShops,
    readShop: readShopWithAdmin(shopify),
    // The response names the failed shops alone, and comes when all is over. The card wants to know of each at once.
    onResult: (result) => {
      results.push(result)
      noteProgress()
    },
  })
  runningPages += 1
  try {
    const response = await route(request)
    if (response.ok) {
      savePage({ ...((await response.clone().json()) as BackfillPage), isDryRun, shops: sortShops(results) })
    }
    return response
  } finally {
    runningPages -= 1
  }
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
const replaceProgress = database.prepare(
  'INSERT OR REPLACE INTO backfill_progress (id, progress) VALUES (1, ?)',
)
const removeProgress = database.prepare('DELETE FROM backfill_progress')
const findProgress = database.prepare('SELECT progress FROM backfill_progress')
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
  removeProgress.run()
}

/** How far the last run has come, also when it was cut off. */
export function readBackfillState(): BackfillState {
  const row = findProgress.get()
  const begun = row && (JSON.parse(String(row['progress'])) as Omit<PageProgress, 'isRunning'>)
  return {
    pages: listBackfillPages(),
    progress: begun === undefined ? null : { ...begun, isRunning: runningPages > 0 },
  }
}

/** The pages of the last run, in order. */
function listBackfillPages(): readonly RunPage[] {
  return findPages.all().map(({ page }) => JSON.parse(String(page)) as RunPage)
}
