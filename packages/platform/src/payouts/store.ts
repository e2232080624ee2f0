import {
  isCurrencyCode,
  type ListQuery,
  type PayoutSummary,
  payoutStatuses,
} from '@affiliate-platform/contract'
import type { AppScope, PageRequest, SectionSource } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/database.ts'
import type { RequestContext } from '../database/request-context.ts'
import { areFiltersAccessible } from '../lists/check-filters.ts'
import { findPageStatement, pageFilters } from './page-statement.ts'

/** A row of the list, amounts in minor units. */
export interface PayoutRow {
  readonly id: string
  readonly program_id: string
  readonly membership_id: string
  /** The program's name. */
  readonly name: string
  readonly status: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly currency: string
  /** Milliseconds since 1970. */
  readonly created_at_ms: number
}

/**
 * Lists a page of payouts, newest first by (creation time, id).
 *
 * @returns at most `limit + 1` rows: the one too many says that a further page exists
 */
export async function listPayouts(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { query, after }: Pick<PageRequest, 'query' | 'after'>,
): Promise<readonly PayoutRow[]> {
  if (matchesNothing(query)) return []
  const { fromMs = -Infinity, toMs = Infinity, limit } = query
  // `to` is exclusive: before it are the rows before the smallest id of that instant.
  const before = after ?? { createdAtMs: toMs, id: smallestId }
  const filters = pageFilters.filter((filter) => query[filter] !== undefined)
  return await database.query<PayoutRow>(findPageStatement(filters), [
    workspaceId,
    appId,
    toTimestamp(before.createdAtMs),
    before.id,
    toTimestamp(fromMs),
    limit + 1,
    ...filters.map((filter) => query[filter]),
  ])
}

const smallestId = '00000000-0000-0000-0000-000000000000'

// Only values that may be stored are sent to the database: it refuses a NUL character with an error.
function matchesNothing({ status, currency, search }: ListQuery): boolean {
  return (
    (status !== undefined && !payoutStatuses.some((known) => known === status)) ||
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

/** The payouts as a section of the interface (4.2). */
export const payoutsSection: SectionSource<PayoutRow, RequestContext> = {
  areFiltersAccessible: ({ database }, app, query) => areFiltersAccessible(database, app, query),
  listRows: ({ database }, { app, query, after }) => listPayouts(database, app, { query, after }),
  toPosition: ({ created_at_ms, id }) => ({ createdAtMs: created_at_ms, id }),
  toSummary,
}

function toSummary(row: PayoutRow, { appId }: AppScope): PayoutSummary {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
  }
}
