import { mayRepeat, withRetry } from '../postgres/retry.ts'
import type { Database, Queryable } from '../statements/database.ts'
import { createTurns } from './turns.ts'

/** As long as for a connection of the pool: whoever waits longer gets 503. */
const connectionWaitMs = 3000
/** As long as a statement may take: a queue of slow ones moves on, however long it is. */
const slowWaitMs = 10_000

/** The database as one workspace may use it. */
export type SharedDatabase = Pick<Database, 'query' | 'transaction'>

/**
 * Shares a database out: of its connections, one workspace holds at most half at a time, so that what waits for a lock
 * of its own keeps nobody else waiting (D76). Of its slow statements one runs at a time (D161), so that the processors of the
 * server are there for the others.
 *
 * @returns the database for one request of a workspace
 */
export function createFairShares(database: Database): (workspaceId: string) => SharedDatabase {
  // The embedded database has one connection, and turns of its own.
  if (database.connectionsMax < 2) return () => database
  const busyMax = Math.floor(database.connectionsMax / 2)
  const useConnection = createTurns({ busyMax, waitMaxMs: connectionWaitMs, of: 'connections' })
  const runSlow = createTurns({ busyMax: 1, waitMaxMs: slowWaitMs, of: 'slow statements' })

  return (workspaceId) => {
    const query = createLane((run) => useConnection(workspaceId, () => database.session(run)))
    return {
      // It takes its turn before its connection: what waits holds none.
      query: (statement, values) =>
        statement.isSlow ? runSlow(workspaceId, () => query(statement, values)) : query(statement, values),
      transaction: (run) => useConnection(workspaceId, () => database.transaction(run)),
    }
  }
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
function createLane(hold: Hold): Queryable['query'] {
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
