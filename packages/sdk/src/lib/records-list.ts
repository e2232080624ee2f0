import { operations } from '@affiliate-platform/contract'
import { ConfigurationError, InvalidResponseError } from './errors.ts'
import type { PayoutSummary, PayoutsFilters, PayoutsPage } from './payout.ts'
import { toRequestText } from './request-text.ts'

/**
 * All payouts that match the filters, read page by page while you iterate. Each iteration starts anew; one page
 * is held at a time, and leaving the loop sends no further request.
 *
 * @example for await (const page of new AffiliateClient().payouts.list().pages()) console.info(page.nextCursor)
 */
export interface PayoutsList extends AsyncIterable<PayoutSummary> {
  /** The same walk by pages. Keep a page's `nextCursor` to go on after it later. */
  pages(): AsyncIterable<PayoutsPage>
  /**
   * Reads the first rows into an array.
   *
   * @param options - `limit`: how many rows at most, 1 or more; `Infinity` for all of them, if they fit the memory
   * @throws ConfigurationError for another limit; what `listPage` throws
   *
   * @example const newest = await new AffiliateClient().payouts.list().toArray({ limit: 200 })
   */
  toArray(options: { readonly limit: number }): Promise<PayoutSummary[]>
}

/**
 * Makes a list that reads its pages with `readPage`.
 *
 * @param filters - copied at once: a cursor is bound to the filters it came with (interface 4.2 rule 2)
 */
export function createPayoutsList(
  filters: PayoutsFilters,
  readPage: (filters: PayoutsFilters) => Promise<PayoutsPage>,
): PayoutsList {
  const frozen: PayoutsFilters = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, toRequestText(value)]),
  )
  const pages = () => walkPages(frozen, readPage)
  const rows = () => walkRows(pages())
  return { pages, toArray: (options) => collectRows(rows, options), [Symbol.asyncIterator]: rows }
}

async function collectRows(
  rows: () => AsyncIterable<PayoutSummary>,
  { limit }: { readonly limit: number },
): Promise<PayoutSummary[]> {
  if (!(limit >= 1)) {
    const message = 'limit must be the number of rows to read, 1 or more.'
    throw new ConfigurationError({ operation: operations.listPayouts.id, code: 'invalid_option', message })
  }
  const collected: PayoutSummary[] = []
  for await (const row of rows()) {
    collected.push(row)
    if (collected.length >= limit) break
  }
  return collected
}

async function* walkPages(
  filters: PayoutsFilters,
  readPage: (filters: PayoutsFilters) => Promise<PayoutsPage>,
): AsyncGenerator<PayoutsPage> {
  let { cursor: kept } = filters
  let [pages, keptAt] = [0, 1]
  let next: PayoutsFilters | undefined = filters
  // An empty page may have a successor: only the cursor tells where the list ends (interface 2.5).
  while (next !== undefined) {
    const page: PayoutsPage = await readPage(next)
    yield page
    if (page.nextCursor === null) return
    if (page.nextCursor === kept) throw refuseRepeatedCursor()
    pages += 1
    // One cursor, kept for twice as long each time, is met again in any circle: no walk needs more memory.
    if (pages === keptAt) [kept, keptAt] = [page.nextCursor, keptAt * 2]
    next = { ...filters, cursor: page.nextCursor }
  }
}

async function* walkRows(pages: AsyncIterable<PayoutsPage>): AsyncGenerator<PayoutSummary> {
  for await (const page of pages) yield* page.items
}

function refuseRepeatedCursor(): InvalidResponseError {
  const message = 'A cursor that was not there before.'
  return new InvalidResponseError({
    operation: operations.listPayouts.id,
    code: 'repeated_cursor',
    message: 'listPayouts stopped: the service repeats a cursor, the walk would never end',
    issues: [{ pointer: '/nextCursor', code: 'repeated_cursor', message }],
  })
}
