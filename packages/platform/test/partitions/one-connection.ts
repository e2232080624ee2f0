import type pg from 'pg'
import type { Database, Queryable } from '../../src/database.ts'

/** A database on one connection, whose statements run one after the other: each is told of with what it has caused. */
export function openOnOneConnection(client: pg.Client, run: Queryable['query']): Database {
  const takeTurn = createTurns()
  return {
    engine: 'postgres',
    durability: 'none',
    connectionsMax: 1,
    query: (statement, values) => takeTurn(() => run(statement, values)),
    session: (work) => takeTurn(() => work(oneByOne(run))),
    transaction: (work) =>
      takeTurn(async () => {
        await client.query('begin')
        try {
          const writes: (() => Promise<unknown>)[] = []
          const write = (...asked: Parameters<Queryable['query']>) => void writes.push(() => run(...asked))
          const result = await work({ ...oneByOne(run), write })
          for (const each of writes) await each()
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback')
          throw error
        }
      }),
    script: async (sql) => void (await client.query(sql)),
    load: () => ({ inUse: 0, waiting: 0 }),
    close: () => client.end(),
  }
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** What is begun together runs one by one, so that each query is told with its statement. */
function oneByOne(run: Queryable['query']): Queryable {
  const takeTurn = createTurns()
  return { query: (statement, values) => takeTurn(() => run(statement, values)) }
}
