import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/statements/database.ts'
import type { ListStatements } from './list-statements.ts'
import type { PageFilter, PageQuery } from './page-filters.ts'
import type { PageShape } from './page-statement.ts'
import { partsMax, searchNames } from './search-names.ts'

/** How many records a page checks at most (D77): fewer where a name of each is looked up in other tables. */
const checkedMax = { byColumn: 400, byName: 200 }

/** How many of each that a search has found, by how many there are. */
const partMax = [
  { found: 2, byColumn: 500, byState: 50 },
  { found: 6, byColumn: 200, byState: 15 },
  { found: 20, byColumn: 60, byState: 5 },
  { found: 100, byColumn: 8, byState: 1 },
  { found: partsMax, byColumn: 2, byState: undefined },
]

/** What a page is asked for. */
interface Request {
  readonly app: AppScope
  readonly query: PageQuery
  /** Workspace, app, position (time, id) and earliest time. */
  readonly range: readonly unknown[]
}

/** How a page is read, and the values that its shape needs beside the range. */
interface DrivingFilter {
  readonly shape: PageShape
  readonly values: readonly unknown[]
}

/** Chooses how a page is read. `undefined`: no record can match. */
export async function chooseDrivingFilter(
  database: Queryable,
  statements: ListStatements,
  request: Request,
): Promise<DrivingFilter | undefined> {
  const { app, query } = request
  const { search, membershipId } = query
  const given = statements.filters.filter(({ name }) => query[name] !== undefined)
  const indexed = given.filter(({ isIndexed }) => isIndexed)
  const [only, second] = indexed
  if (search === undefined && second === undefined && given.length === indexed.length) {
    return { shape: { drivenBy: only?.name ?? 'app' }, values: given.map(({ name }) => query[name]) }
  }

  const { foundBy, isReadByTime } = statements
  const [drivenBy, found] = await Promise.all([
    second === undefined
      ? (only?.name ?? ('app' as const))
      : findDrivingFilter(database, statements, request),
    search !== undefined && foundBy !== undefined && !isReadByTime
      ? searchNames(database, app, { search, membershipId, isByReferral: foundBy.referral !== undefined })
      : undefined,
  ])
  if (drivenBy === undefined) return undefined
  const values = statements.filters.map(({ name }) => query[name] ?? null)
  const by = given.some(({ name, isIndexed }) => name === 'status' && !isIndexed) ? 'byState' : 'byColumn'
  if (found !== undefined) {
    const ids = [found.programs, found.members, ...(foundBy?.referral === undefined ? [] : [found.referrals])]
    const count = ids.flat().length
    if (count === 0) return undefined
    const part = partMax.find((parts) => count <= parts.found)?.[by]
    if (part !== undefined)
      return { shape: { drivenBy: 'found', checkedMax: part }, values: [...values, ...ids] }
  }
  const isNameLookedUp = search !== undefined && foundBy !== undefined && by === 'byColumn'
  const byColumn = checkedMax[isNameLookedUp ? 'byName' : 'byColumn']
  const rowsMax = by === 'byState' ? statements.checkedByState : byColumn
  return { shape: { drivenBy, checkedMax: rowsMax }, values: [...values, search ?? null] }
}

async function findDrivingFilter(
  database: Queryable,
  { filters, findDrivingFilterStatement }: ListStatements,
  { query, range }: Request,
): Promise<PageFilter | undefined> {
  const values = filters.filter(({ isIndexed }) => isIndexed).map(({ name }) => query[name] ?? null)
  const [found] = await database.query<{ readonly filter: PageFilter }>(findDrivingFilterStatement(), [
    ...range,
    ...values,
  ])
  return found?.filter
}
