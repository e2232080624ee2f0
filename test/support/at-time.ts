import type { Database, Queryable } from '@affiliate-platform/platform/database'

/** A database that tells another time to code that asks for it. What the database itself dates has its own time. */
export function atTime(database: Database, time: string): Database {
  const tell = ({ query }: Queryable): Queryable['query'] =>
    ((statement, values) =>
      statement.name === 'time_read'
        ? Promise.resolve([{ now: new Date(time) }])
        : query(statement, values)) as Queryable['query']
  return {
    ...database,
    query: tell(database),
    transaction: (run) => database.transaction((tx) => run({ ...tx, query: tell(tx) })),
  }
}
