import type { Queryable } from '@affiliate-platform/platform/database'
import { findDayStart } from '@affiliate-platform/platform/workspaces'

const dayLength = 'YYYY-MM-DD'.length

/** The instant that was given: a day is its beginning in the time zone of the workspace. */
export async function toInstant(database: Queryable, workspaceId: string, given: string): Promise<Date> {
  return given.length === dayLength ? await findDayStart(database, workspaceId, given) : new Date(given)
}
