import { isCurrencyCode, type ListQuery, type Section } from '@affiliate-platform/contract'
import type { AppScope, PageRequest, SectionSource } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/database.ts'
import type { RequestContext } from '../database/request-context.ts'
import { toTimeValue } from '../database/time.ts'
import { areFiltersAccessible } from './check-filters.ts'
import { type FindPageStatement, pageFilters } from './page-filters.ts'

/** What every row tells of its place in its list. */
export interface ListedRow {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly created_at_ms: number
}

/** The statements of a section, and what its states depend on. */
export interface SectionStatements {
  readonly section: Pick<Section, 'statuses'>
  readonly findStatement: FindPageStatement
  /** Whether the time is one of the values, after the fixed ones: the states of some records change with it. */
  readonly isTimed?: boolean
}

/**
 * Reads a page of a section, newest first by (creation time, id).
 *
 * @param now - a test's time in milliseconds; without it the database's
 * @returns at most `limit + 1` rows: the one too many says that a further page exists
 */
export async function readPage<Row extends ListedRow>(
  { database, nowMs }: { readonly database: Queryable; readonly nowMs?: number | undefined },
  { section, findStatement, isTimed }: SectionStatements,
  { app, query, after }: PageRequest,
): Promise<readonly Row[]> {
  if (matchesNothing(query, section.statuses)) return []
  const { fromMs = -Infinity, toMs = Infinity, limit } = query
  // `to` is exclusive: before it are the rows before the smallest id of that instant.
  const before = after ?? { createdAtMs: toMs, id: smallestId }
  const filters = pageFilters.filter((filter) => query[filter] !== undefined)
  return await database.query<Row>(findStatement(filters), [
    app.workspaceId,
    app.appId,
    toTimestamp(before.createdAtMs),
    before.id,
    toTimestamp(fromMs),
    limit + 1,
    ...(isTimed ? [toTimeValue(nowMs)] : []),
    ...filters.map((filter) => query[filter]),
  ])
}

/** Makes a section of the interface (4.2) from its statements and the row that is sent. */
export function createSection<Row extends ListedRow>(
  statements: SectionStatements,
  toSummary: (row: Row, app: AppScope) => object,
): SectionSource<Row, RequestContext> {
  return {
    areFiltersAccessible: ({ database }, app, query) => areFiltersAccessible(database, app, query),
    listRows: (context, page) => readPage<Row>(context, statements, page),
    toPosition: ({ created_at_ms, id }) => ({ createdAtMs: created_at_ms, id }),
    toSummary,
  }
}

const smallestId = '00000000-0000-0000-0000-000000000000'

// Only values that may be stored are sent to the database: it refuses a NUL character with an error.
function matchesNothing({ status, currency, search }: ListQuery, statuses: readonly string[]): boolean {
  return (
    (status !== undefined && !statuses.includes(status)) ||
    (currency !== undefined && !isCurrencyCode(currency)) ||
    search?.includes('\0') === true
  )
}

const yearOneMs = Date.parse('0001-01-01T00:00:00.000Z')
const lastYearEndMs = Date.parse('9999-12-31T23:59:59.999Z')

// The database has no year 0 and reads no year of five digits; dates with offsets reach both.
function toTimestamp(ms: number): string {
  if (ms < yearOneMs) return '-infinity'
  return ms > lastYearEndMs ? 'infinity' : new Date(ms).toISOString()
}
