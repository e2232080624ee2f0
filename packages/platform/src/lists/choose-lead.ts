import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/database.ts'
import type { PageFilter, PageQuery } from './page-filters.ts'
import type { PageShape } from './page-statement.ts'
import { searchMembers } from './search-members.ts'
import type { SectionStatements } from './section-statements.ts'

/**
 * How many records a page checks at most (D77), and twice as many among those of up to 20 or 100 members that a search has
 * found: fewer where the state of each is looked up in other tables.
 */
const checkedMax = { byColumn: 400, byState: 60 }

/** What a page is asked for. */
interface Request {
  readonly app: AppScope
  readonly query: PageQuery
  /** Workspace, app, position (time, id) and earliest time. */
  readonly range: readonly unknown[]
}

/** How a page is read, and the values that its shape needs beside the range. */
interface Lead {
  readonly shape: PageShape
  readonly values: readonly unknown[]
}

/** Chooses how a page is read. `undefined`: no record can match. */
export async function chooseLead(
  database: Queryable,
  statements: SectionStatements,
  request: Request,
): Promise<Lead | undefined> {
  const { app, query } = request
  const { search, programId, membershipId } = query
  const given = statements.filters.filter(({ name }) => query[name] !== undefined)
  const indexed = given.filter(({ isIndexed }) => isIndexed)
  const [only, second] = indexed
  if (search === undefined && second === undefined && given.length === indexed.length) {
    return { shape: { lead: only?.name ?? 'app' }, values: given.map(({ name }) => query[name]) }
  }

  const [lead, members] = await Promise.all([
    second === undefined ? (only?.name ?? ('app' as const)) : findLead(database, statements, request),
    search !== undefined && statements.isSearchedByMember
      ? searchMembers(database, app, { search, programId, membershipId })
      : undefined,
  ])
  if (lead === undefined || members?.length === 0) return undefined
  const values = statements.filters.map(({ name }) => query[name] ?? null)
  const isStateFound = given.some(({ name, isIndexed }) => name === 'status' && !isIndexed)
  const rowsMax = isStateFound ? checkedMax.byState : checkedMax.byColumn
  if (members === undefined) {
    return { shape: { lead, checkedMax: rowsMax }, values: [...values, search ?? null] }
  }
  // Two sizes of the parts, and so two statements. The text is null: it has found these members.
  const partMax = rowsMax / (members.length > 20 ? 50 : 10)
  return { shape: { lead: 'members', checkedMax: partMax }, values: [...values, null, members] }
}

async function findLead(
  database: Queryable,
  { filters, findLeadStatement }: SectionStatements,
  { query, range }: Request,
): Promise<PageFilter | undefined> {
  const values = filters.filter(({ isIndexed }) => isIndexed).map(({ name }) => query[name] ?? null)
  const [found] = await database.query<{ readonly filter: PageFilter }>(findLeadStatement(), [
    ...range,
    ...values,
  ])
  return found?.filter
}
