import { dayMs } from '@affiliate-platform/contract'
import type { Queryable } from '@affiliate-platform/platform/database'
import { findDayStart } from '@affiliate-platform/platform/workspaces'

const dayLength = 'YYYY-MM-DD'.length

const isDay = (given: string): boolean => given.length === dayLength

/** The instant that was given: a day is its beginning in the time zone of the workspace. */
export async function toInstant(database: Queryable, workspaceId: string, given: string): Promise<Date> {
  return isDay(given) ? await findDayStart(database, workspaceId, given) : new Date(given)
}

/** The instant before which something ends: a day ends where the next one begins in the time zone of the workspace. */
export async function toEnd(database: Queryable, workspaceId: string, given: string): Promise<Date> {
  const next = isDay(given) ? new Date(Date.parse(given) + dayMs).toISOString().slice(0, dayLength) : given
  return await toInstant(database, workspaceId, next)
}
