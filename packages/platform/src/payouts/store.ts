import { isCurrencyCode, type PayoutsQuery, payoutStatuses } from '@affiliate-platform/contract'
import type { Queryable, Reader, Statement } from '../database/database.ts'
import type { RowPosition } from './cursor.ts'
import { findPageStatement, pageFilters } from './page-statement.ts'

/** The app whose payouts are listed. */
export interface AppScope {
  readonly workspaceId: string
  readonly appId: string
}

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

/** Which page of the list. */
export interface PageRequest {
  readonly query: PayoutsQuery
  /** The row before the page; without it the page is the first. */
  readonly after: RowPosition | undefined
}

const checkFiltersStatement: Statement = {
  name: 'payouts_check_filters',
  text: `
    select
      ($3::uuid is null or exists (
        select from programs where workspace_id = $1 and app_id = $2 and id = $3
      ))
      and ($4::uuid is null or exists (
        select from groups where workspace_id = $1 and app_id = $2 and id = $4
      ))
      and ($5::uuid is null or exists (
        select from memberships where workspace_id = $1 and app_id = $2 and id = $5
      )) as are_accessible`,
}

/** Whether the records that the filters name all belong to the app (interface 5 rule 3). */
export async function areFiltersAccessible(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { programId, groupId, membershipId }: PayoutsQuery,
): Promise<boolean> {
  if ((programId ?? groupId ?? membershipId) === undefined) return true
  const values = [workspaceId, appId, programId ?? null, groupId ?? null, membershipId ?? null]
  const [row] = await database.query<{ are_accessible: boolean }>(checkFiltersStatement, values)
  return row?.are_accessible === true
}

/**
 * Lists a page of payouts, newest first by (creation time, id).
 *
 * @returns at most `limit + 1` rows: the one too many says that a further page exists
 */
export async function listPayouts(
  reader: Reader,
  { workspaceId, appId }: AppScope,
  { query, after }: PageRequest,
): Promise<readonly PayoutRow[]> {
  if (matchesNothing(query)) return []
  const { fromMs = -Infinity, toMs = Infinity, limit } = query
  // `to` is exclusive: before it are the rows before the smallest id of that instant.
  const before = after ?? { createdAtMs: toMs, id: smallestId }
  const filters = pageFilters.filter((filter) => query[filter] !== undefined)
  return await reader.query<PayoutRow>(findPageStatement(filters), [
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
function matchesNothing({ status, currency, search }: PayoutsQuery): boolean {
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
