import type { Database } from './database.ts'

/** As long as for a connection of the pool: whoever waits longer gets 503. */
const waitMaxMs = 3000

interface Share {
  busy: number
  readonly waiting: (() => void)[]
}

/** The database as one workspace may use it. */
export type SharedDatabase = Pick<Database, 'query' | 'transaction'>

/**
 * Shares a database out: of its connections, one workspace holds at most half at a time, so that what waits for a lock
 * of its own keeps nobody else waiting (D76).
 *
 * @returns the database for a workspace
 */
export function createFairShares(database: Database): (workspaceId: string) => SharedDatabase {
  // The embedded database has one connection, and turns of its own.
  if (database.connectionsMax < 2) return () => database
  const shares = new Map<string, Share>()
  const busyMax = Math.floor(database.connectionsMax / 2)

  async function use<T>(workspaceId: string, run: () => Promise<T>): Promise<T> {
    const share = shares.get(workspaceId) ?? { busy: 0, waiting: [] }
    shares.set(workspaceId, share)
    if (share.busy < busyMax) share.busy += 1
    else await waitForTurn(share)
    try {
      return await run()
    } finally {
      const next = share.waiting.shift()
      if (next !== undefined) next()
      else if (--share.busy === 0) shares.delete(workspaceId)
    }
  }

  return (workspaceId) => ({
    query: (statement, values) => use(workspaceId, () => database.query(statement, values)),
    transaction: (run) => use(workspaceId, () => database.transaction(run)),
  })
}

/** Waits until another use of the share ends and leaves its place to this one. */
function waitForTurn({ waiting }: Share): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(new Error("timeout exceeded in the queue of the workspace's connections"))
    }, waitMaxMs)
    waiting.push(take)
  })
}
