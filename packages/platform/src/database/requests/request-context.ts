import type { SharedDatabase } from './fair-shares.ts'
import type { LentReplica, Replica } from './replica.ts'

/** What the quota and the operation of one request share. */
export interface RequestContext {
  /** The database as the caller's workspace may use it (D76). */
  readonly database: SharedDatabase
  /** Lends the replica for a read, where there is one that may serve it (D140). */
  readonly lendReplica?: (() => LentReplica | undefined) | undefined
  /** A test's time, in milliseconds since 1970. `undefined`: the database's, read by the statement that needs it (D73). */
  readonly nowMs: number | undefined
}

/** The part of a request's context that stands for the database: with a replica beside it, or without. */
export function openShare(
  workspaceId: string,
  database: SharedDatabase,
  replica: Replica | undefined,
): Pick<RequestContext, 'database' | 'lendReplica'> {
  if (replica === undefined) return { database }
  return {
    database: {
      query: database.query,
      async transaction(run) {
        try {
          return await database.transaction(run)
        } finally {
          // Also where nobody knows whether it was committed.
          replica.noteWrite(workspaceId)
        }
      },
    },
    lendReplica: () => replica.lend(workspaceId),
  }
}
