import type { OperationName } from '../errors/affiliate-error.ts'
import { ConfigurationError, InvalidResponseError } from '../errors/errors.ts'
import type { RecordsPage } from '../records/list-filters.ts'
import { toRequestText } from '../transport/request-text.ts'

/**
 * All records that match the filters, read page by page while you iterate. Each iteration starts afresh; one page
 * is held at a time, and leaving the loop sends no further request.
 *
 * @example for await (const page of new AffiliateClient().payouts.list().pages()) console.info(page.nextCursor)
 */
export interface RecordsList<Row> extends AsyncIterable<Row> {
  /** The same, page by page. Keep a page's `nextCursor` to continue after it later. */
  pages(): AsyncIterable<RecordsPage<Row>>
  /**
   * Reads the first rows into an array.
   *
   * @param options - `limit`: the most rows to read, 1 or more; `Infinity` for all of them, if they fit into memory
   * @throws ConfigurationError for another limit; what `listPage` throws
   *
   * @example const newest = await new AffiliateClient().payouts.list().toArray({ limit: 200 })
   */
  toArray(options: { readonly limit: number }): Promise<Row[]>
}

/** Reads the pages of one list. */
export interface PageReader<Row> {
  readonly operation: OperationName
  readPage(filters: object): Promise<RecordsPage<Row>>
}

/**
 * Makes a list that reads its pages with `reader`.
 *
 * @param filters - copied at once: a cursor is bound to the filters it came with
 */
export function createRecordsList<Row>(filters: object, reader: PageReader<Row>): RecordsList<Row> {
  const frozen = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, toRequestText(value)]),
  )
  const pages = () => walkPages(frozen, reader)
  const rows = () => walkRows(pages())
  return {
    pages,
    toArray: ({ limit }) => collectRows(rows, limit, reader.operation),
    [Symbol.asyncIterator]: rows,
  }
}

async function collectRows<Row>(
  rows: () => AsyncIterable<Row>,
  limit: number,
  operation: OperationName,
): Promise<Row[]> {
  if (!(limit >= 1)) {
    const message = 'limit must be the number of rows to read, 1 or more.'
    throw new ConfigurationError({ operation, code: 'invalid_option', message })
  }
  const collected: Row[] = []
  for await (const row of rows()) {
    collected.push(row)
    if (collected.length >= limit) break
  }
  return collected
}

async function* walkPages<Row>(
  filters: { readonly cursor?: unknown },
  { operation, readPage }: PageReader<Row>,
): AsyncGenerator<RecordsPage<Row>> {
  let { cursor: kept } = filters
  let [pages, keptAt, emptyRunning] = [0, 1, 0]
  let next: object | undefined = filters
  // An empty page may have a successor: only the cursor tells where the list ends (interface 2.5).
  while (next !== undefined) {
    const page: RecordsPage<Row> = await readPage(next)
    yield page
    if (page.nextCursor === null) return
    if (page.nextCursor === kept) throw stopWalk(operation, repeatedCursor)
    emptyRunning = page.items.length === 0 ? emptyRunning + 1 : 0
    if (emptyRunning === emptyPagesMax) throw stopWalk(operation, endlessPages)
    pages += 1
    // One cursor, kept for twice as long each time, is met again in any circle: no walk needs more memory.
    if (pages === keptAt) [kept, keptAt] = [page.nextCursor, keptAt * 2]
    next = { ...filters, cursor: page.nextCursor }
  }
}

async function* walkRows<Row>(pages: AsyncIterable<RecordsPage<Row>>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page.items
}

const repeatedCursor = { code: 'repeated_cursor', message: 'A cursor that was not returned before.' }

// Far more than a sound service needs: it looks at 250 records and more for each page, also where none of them matches.
const emptyPagesMax = 10_000
const endlessPages = { code: 'endless_pages', message: `A row within ${emptyPagesMax} pages.` }

function stopWalk(operation: OperationName, issue: typeof repeatedCursor): InvalidResponseError {
  return new InvalidResponseError({
    operation,
    code: issue.code,
    message: `${operation} stopped, because iterating would never end. Expected: ${issue.message}`,
    issues: [{ pointer: '/nextCursor', ...issue }],
  })
}
