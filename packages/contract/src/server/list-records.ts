import type { ListQuery } from '../lib/list-query.ts'
import type { ListOperation } from '../operations/definitions/list.ts'
import { listOperations } from '../operations/list-operations.ts'
import type { ListId, operations } from '../operations/operations.ts'
import { type AppScope, appOf } from './caller.ts'
import type { Handler, Handlers } from './handler.ts'
import { accessDenied, ServiceError } from './service-error.ts'

/** Where a row stands in its list. */
export interface RowPosition {
  /** What decides before the id: in the lists of records a time in milliseconds since 1970, newest first. */
  readonly sortKey: number
  readonly id: string
}

/** What a cursor is bound to (interface 4.2 rule 2). */
export interface CursorScope {
  readonly list: string
  /** A rotated API key keeps its lineage, and so its cursors. */
  readonly lineageId: string
  /** Every filter of the list, normalised, by name in alphabetical order, without those that may change between pages. */
  readonly filters: readonly (readonly [name: string, value: string | number])[]
}

/** Writes and reads cursors: opaque text that only this server can make. */
export interface Cursors {
  seal(scope: CursorScope, position: RowPosition): string
  /** @returns `undefined` for a cursor that was not sealed for this scope; what is wrong with it stays unknown */
  open(scope: CursorScope, cursor: string): RowPosition | undefined
}

/** Which page of a list. */
export interface PageRequest {
  readonly app: AppScope
  readonly query: ListQuery
  /** The row before the page; without it the page is the first. */
  readonly after: RowPosition | undefined
}

/** The rows of a page, newest first by (creation time, id). */
export interface ListRows<Row> {
  /** At most one more than the page's limit: that one says that there are more. */
  readonly rows: readonly Row[]
  /** Where the source stopped looking before it had so many, if it did: what lies behind is the next page's (D77). */
  readonly endsAt?: RowPosition | undefined
}

/** Where the rows of a list come from. */
export interface ListSource<Row, Context> {
  /** Whether the records that the filters name all belong to the app (interface 5 rule 3). */
  areFiltersAccessible(context: Context, app: AppScope, query: ListQuery): Promise<boolean>
  listRows(context: Context, page: PageRequest): Promise<ListRows<Row>>
  toPosition(row: Row): RowPosition
  /** The row as it is sent. */
  toSummary(row: Row, app: AppScope): object
}

/** Where the rows of every list come from: `{ … } satisfies ListSources<Context>` forgets none. */
export type ListSources<Context> = { readonly [Id in ListId]: ListSource<unknown, Context> }

/** Makes the handlers of all lists. */
export function createListHandlers<Context>(
  findSource: (list: (typeof listOperations)[number]) => ListSource<unknown, Context>,
  cursors: Cursors,
) {
  const handlers = listOperations.map((list) => [list.id, createListHandler(list, findSource(list), cursors)])
  return Object.fromEntries(handlers) as Handlers<Pick<typeof operations, ListId>, Context>
}

/** Makes the handler of a list (interface 4.2): access, then the page. */
export function createListHandler<Row, Context>(
  list: Pick<ListOperation, 'name'>,
  source: ListSource<Row, Context>,
  cursors: Cursors,
): Handler<ListOperation, Context> {
  return async ({ caller, context, query }) => {
    // 403: an affiliate key sees its own app and no other; another's record is rejected, whatever the cursor says.
    const app = appOf(caller)
    if ((query.appId ?? app.appId).toLowerCase() !== app.appId) throw accessDenied()
    if (!(await source.areFiltersAccessible(context, app, query))) throw accessDenied()

    const { lineageId } = caller
    const { rows, nextCursor } = await readListPage({ list, source, cursors }, context, {
      app,
      lineageId,
      query,
    })
    return { value: { items: rows.map((row) => source.toSummary(row, app)), nextCursor } }
  }
}

/** A list, and how its cursors are made. */
interface ListReader<Row, Context> {
  readonly list: Pick<ListOperation, 'name'>
  readonly source: ListSource<Row, Context>
  readonly cursors: Cursors
}

/**
 * Reads a page of a list: where its cursor says, its rows, and the cursor of the next page.
 *
 * @throws ServiceError `invalid_cursor`
 */
export async function readListPage<Row, Context>(
  { list, source, cursors }: ListReader<Row, Context>,
  context: Context,
  { app, lineageId, query }: Omit<PageRequest, 'after'> & Pick<CursorScope, 'lineageId'>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { cursor, limit, ...filters } = query

  // 400: the cursor goes on with the same list, of the same credential and filters (interface 4.2 rule 2).
  const scope = { list: list.name, lineageId, filters: Object.entries(filters).sort(byName) }
  const after = openCursor(cursors, scope, cursor)

  const found = await source.listRows(context, { app, query, after })
  const end = findPageEnd(found, limit, source.toPosition)
  return {
    rows: found.rows.slice(0, limit),
    nextCursor: end === undefined ? null : cursors.seal(scope, end),
  }
}

/** Where a page ends that has others after it: at its last row, else where the source stopped looking. */
export function findPageEnd<Row>(
  { rows, endsAt }: ListRows<Row>,
  limit: number,
  toPosition: (row: Row) => RowPosition,
): RowPosition | undefined {
  const last = rows[limit - 1]
  return rows.length > limit && last !== undefined ? toPosition(last) : endsAt
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * Opens the cursor of a request; without one the page is the first.
 *
 * @throws ServiceError `invalid_cursor` for a cursor that was not sealed for this scope
 */
export function openCursor(
  cursors: Cursors,
  scope: CursorScope,
  cursor: string | undefined,
): RowPosition | undefined {
  if (cursor === undefined) return undefined
  const position = cursors.open(scope, cursor)
  if (position !== undefined) return position
  throw new ServiceError(
    'invalid_cursor',
    'Send back a nextCursor unchanged, with the same API key and the same filters, or start without a cursor.',
  )
}
