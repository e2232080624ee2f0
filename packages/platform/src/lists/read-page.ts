import { isCurrencyCode, type ListQuery } from '@affiliate-platform/contract'
import type {
  AppScope,
  ListRows,
  ListSource,
  PageRequest,
  RowPosition,
} from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import type { Queryable } from '../database/statements/database.ts'
import { toTimeValue } from '../database/statements/time.ts'
import { areFiltersAccessible } from './check-filters.ts'
import { chooseDrivingFilter } from './choose-driving-filter.ts'
import type { ListStatements } from './list-statements.ts'
import { type PageQuery, smallestId } from './page-filters.ts'

/** What every row tells of its record and of its place in its list. */
export interface ListedRow {
  readonly id: string
  readonly program_id: string
  /** The program's name. */
  readonly name: string
  readonly status: string
  /** Milliseconds since 1970. */
  readonly created_at_ms: number
}

/** A row that was checked against filters and search. */
interface CheckedRow extends ListedRow {
  readonly is_match: boolean
  /** Whether it is the last of its range that was looked at. */
  readonly is_end: boolean
}

/**
 * Reads a page of a list, newest first by (creation time, id), at a bounded cost: a page that would have to check too
 * many records ends early, and says where (D77).
 *
 * @param now - a test's time in milliseconds; without it the database's
 */
export async function readPage<Row extends ListedRow>(
  { database, nowMs }: { readonly database: Queryable; readonly nowMs?: number | undefined },
  statements: ListStatements,
  { app, query, after }: PageRequest & { readonly query: PageQuery },
): Promise<ListRows<Row>> {
  if (matchesNothing(query, statements.statuses)) return { rows: [] }
  const { fromMs = -Infinity, toMs = Infinity, limit } = query
  // `to` is exclusive: before it are the rows before the smallest id of that instant.
  const before = after ?? { sortKey: toMs, id: smallestId }
  const { workspaceId, appId } = app
  const range = [workspaceId, appId, toTimestamp(before.sortKey), before.id, toTimestamp(fromMs)]
  const driving = await chooseDrivingFilter(database, statements, { app, query, range })
  if (driving === undefined) return { rows: [] }
  const values = [...range, limit + 1, toTimeValue(nowMs), ...driving.values]
  const statement = { ...statements.findPageStatement(driving.shape), isSlow: query.search !== undefined }
  const rows = await database.query<Row & CheckedRow>(statement, values)
  return driving.shape.checkedMax === undefined ? { rows } : cutAtEnd(rows)
}

/** The rows that match, as far as all ranges were looked at. */
function cutAtEnd<Row extends CheckedRow>(rows: readonly Row[]): ListRows<Row> {
  const end = rows.findIndex(({ is_end }) => is_end)
  const known = end < 0 ? rows : rows.slice(0, end + 1)
  const last = rows[end]
  return { rows: known.filter(({ is_match }) => is_match), endsAt: last && toPosition(last) }
}

/** Where a row stands in its list. */
export function toPosition({ created_at_ms, id }: Pick<ListedRow, 'created_at_ms' | 'id'>): RowPosition {
  return { sortKey: created_at_ms, id }
}

/** Makes a section of the interface (4.2) from its statements and the row that is sent. */
export function createListSource<Row extends ListedRow>(
  statements: ListStatements,
  toSummary: (row: Row, app: AppScope) => object,
): ListSource<Row, RequestContext> {
  return {
    areFiltersAccessible: ({ database }, app, query) => areFiltersAccessible(database, app, query),
    listRows: (context, page) => readPage<Row>(context, statements, page),
    toPosition,
    toSummary,
  }
}

// What no record can have is an empty page (D22, D23). Only values that may be stored are sent to the database: it
// rejects a NUL character with an error.
function matchesNothing({ status, currency, search }: ListQuery, statuses: readonly string[]): boolean {
  return (
    (status !== undefined && !statuses.includes(status)) ||
    (currency !== undefined && !isCurrencyCode(currency)) ||
    search?.includes('\0') === true
  )
}

const yearOneMs = Date.parse('0001-01-01T00:00:00.000Z')
const lastYearEndMs = Date.parse('9999-12-31T23:59:59.999Z')

/** An instant for the database, which has no year 0 and reads no year of five digits: dates with offsets reach both. */
export function toTimestamp(ms: number): string {
  if (ms < yearOneMs) return '-infinity'
  return ms > lastYearEndMs ? 'infinity' : new Date(ms).toISOString()
}
