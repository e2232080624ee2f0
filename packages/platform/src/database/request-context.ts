import type { SharedDatabase } from './fair-shares.ts'

/** What the quota and the operation of one request share. */
export interface RequestContext {
  /** The database as the credential's workspace may use it (D76). */
  readonly database: SharedDatabase
  /** A test's time, in milliseconds since 1970. `undefined`: the database's, read by the statement that needs it (D73). */
  readonly nowMs: number | undefined
}
