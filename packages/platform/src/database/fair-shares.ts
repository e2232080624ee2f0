import type { Database, Queryable } from './database.ts'
import { mayRepeat, withRetry } from './retry.ts'

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
 * @returns the database for one request of a workspace
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
    query: createLane((run) => use(workspaceId, () => database.session(run))),
    transaction: (run) => use(workspaceId, () => database.transaction(run)),
  })
}

/** What is under way on one connection. */
interface Lane {
  readonly connection: Promise<Queryable>
  readonly end: () => void
  running: number
}

/** Holds a connection for as long as the function runs. */
type Hold = (run: (connection: Queryable) => Promise<void>) => Promise<void>

/** Puts statements that are under way at the same time on one connection: they are sent together, in their order. */
function createLane(
  hold: (run: (connection: Queryable) => Promise<void>) => Promise<void>,
): Queryable['query'] {
  let open: Lane | undefined

  async function runOnce<Row>(...sent: Parameters<Queryable['query']>): Promise<readonly Row[]> {
    open ??= openLane(hold)
    const lane = open
    lane.running += 1
    try {
      return await (await lane.connection).query<Row>(...sent)
    } finally {
      lane.running -= 1
      if (lane.running === 0) {
        open = undefined
        lane.end()
      }
    }
  }

  return (statement, values) => withRetry(() => runOnce(statement, values), mayRepeat)
}

function openLane(hold: Hold): Lane {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const connection = new Promise<Queryable>((resolve, reject) => {
    const keep = (held: Queryable): Promise<void> => {
      resolve(held)
      return ended
    }
    hold(keep).catch(reject)
  })
  return { connection, end, running: 0 }
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
