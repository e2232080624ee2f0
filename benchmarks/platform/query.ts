import type { CursorScope, RowPosition } from './cursor.ts'
import type { FloorList } from './floor-lists.ts'
import { type ListFilter, listFilters } from './statements.ts'

/** The checked query of a list; `search` is left out, its statement is none that a program could vary. */
export interface ListQuery {
  readonly list: FloorList
  readonly programId?: string | undefined
  readonly groupId?: string | undefined
  readonly membershipId?: string | undefined
  readonly currency?: string | undefined
  readonly status?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Which filters a query has. */
export function toFilters(query: ListQuery): readonly ListFilter[] {
  return listFilters.filter((filter) => query[filter] !== undefined)
}

/** What a cursor of the query is bound to. */
export function toCursorScope(lineageId: string, query: ListQuery): CursorScope {
  const { list, cursor: _cursor, limit: _limit, ...filters } = query
  const present = Object.entries(filters).filter((entry): entry is [string, string | number] => {
    return entry[1] !== undefined
  })
  return { section: list.name, lineageId, filters: Object.fromEntries(present) }
}

const smallestId = '00000000-0000-0000-0000-000000000000'

/** The values of the list statement. */
export function toListValues(
  app: { readonly workspaceId: string; readonly appId: string },
  query: ListQuery,
  after: RowPosition | undefined,
): unknown[] {
  const { fromMs, toMs, limit } = query
  const before = after ?? { createdAtMs: toMs, id: smallestId }
  const beforeTime = before.createdAtMs === undefined ? 'infinity' : toTimestamp(before.createdAtMs)
  const fromTime = fromMs === undefined ? '-infinity' : toTimestamp(fromMs)
  const filterValues = toFilters(query).map((filter) => query[filter])
  // Without a time of its own: the database's.
  return [app.workspaceId, app.appId, beforeTime, before.id, fromTime, limit + 1, null, ...filterValues]
}

const toTimestamp = (ms: number): string => new Date(ms).toISOString()

/** Whether a query names records that may be another party's. */
export function namesRecords({ programId, groupId, membershipId }: ListQuery): boolean {
  return (programId ?? groupId ?? membershipId) !== undefined
}
