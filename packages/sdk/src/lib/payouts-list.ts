import { operations } from '@affiliate-platform/contract'
import { InvalidResponseError } from './errors.ts'
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
  return { pages, [Symbol.asyncIterator]: () => walkRows(pages()) }
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
