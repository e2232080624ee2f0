import type { Queryable, Statement } from '../database/statements/database.ts'

const findStatement: Statement = {
  name: 'time_zone_find',
  text: "select name from pg_timezone_names where lower(name) = lower($1) and name !~ '^posix' limit 1",
}

/**
 * Finds a time zone.
 *
 * @param text - a name of the IANA time zone database such as `Europe/Berlin`, in upper or lower case
 * @returns the name as it is written; `undefined` where the database or what writes times does not know it
 */
export async function findTimeZone(database: Queryable, text: string): Promise<string | undefined> {
  const [known] = await database.query<{ name: string }>(findStatement, [text])
  return known !== undefined && isWritable(known.name) ? known.name : undefined
}

function isWritable(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

const findDayStartStatement: Statement = {
  name: 'workspace_find_day_start',
  text: `
    select $2::date::timestamp at time zone time_zone as "startsAt"
    from workspaces
    where workspace_id = $1`,
}

/**
 * Finds when a day begins in the time zone of a workspace.
 *
 * @param day - such as `2027-01-31`
 */
export async function findDayStart(database: Queryable, workspaceId: string, day: string): Promise<Date> {
  const [found] = await database.query<{ startsAt: Date }>(findDayStartStatement, [workspaceId, day])
  if (found === undefined) throw new Error('There is no such workspace.')
  return found.startsAt
}
