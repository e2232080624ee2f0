import type { Queryable, Statement } from './database.ts'

// Whatever decides money, order, expiry or retention takes the database's time, which all processes share (D73). A test
// hands in a time of its own.

/** The time as SQL: a parameter's, where that is not null; else the one at which the transaction began. */
export function timeSql(parameter: number): string {
  return `coalesce($${parameter}::timestamptz, date_trunc('milliseconds', now()))`
}

/** The same where it decides which rows are changed: there, a router takes no `coalesce` with a function of the time. */
export function timeOfChangeSql(parameter: number): string {
  return `at_or_now($${parameter})`
}

/** A test's time as a value for these; null leaves it to the database. */
export function toTimeValue(givenMs: number | undefined): Date | null {
  return givenMs === undefined ? null : new Date(givenMs)
}

const readTimeStatement: Statement = {
  name: 'time_read',
  text: `select date_trunc('milliseconds', now()) as now`,
}

/** Reads the database's time, for a command that dates a record. */
export async function readDatabaseTime(database: Queryable): Promise<Date> {
  const [row] = await database.query<{ readonly now: Date }>(readTimeStatement, [])
  if (row === undefined) throw new Error('The database returned no time.')
  return row.now
}
