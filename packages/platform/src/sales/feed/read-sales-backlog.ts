import type { Queryable, Statement } from '../../database/statements/database.ts'

/** What waits of the sales of all apps together; of each count 10,000 means that, or more. */
export interface SalesBacklog {
  /** Connected apps whose last import failed. */
  readonly failing: number
  /** Since when the app has been due that waits longest, and that no process reads; null where none is due. */
  readonly dueSince: Date | null
  /** Referred shops whose history is still to be read. */
  readonly backfills: number
  /** Sales that wait to be posted. */
  readonly unposted: number
  /** Rows that were not understood. */
  readonly setAside: number
}

// However many wait, so many rows are read.
const countedMax = 10_000
const countSql = (table: string) => `(select count(*)::integer from (select from ${table} limit $1) counted)`

const readStatement: Statement = {
  name: 'sales_read_backlog',
  text: `
    select ${countSql('sale_feeds where failures > 0')} as failing,
      (
        select min(next_pass_at) from sale_feeds
        where next_pass_at <= now() and coalesce(held_until <= clock_timestamp(), true)
      ) as "dueSince",
      ${countSql('sale_backfills')} as backfills,
      ${countSql('unposted_transactions')} as unposted,
      ${countSql('rows_set_aside')} as "setAside"`,
}

/** Reads how much waits of all sales, and since when. */
export async function readSalesBacklog(database: Queryable): Promise<SalesBacklog> {
  const [backlog] = await database.query<SalesBacklog>(readStatement, [countedMax])
  if (backlog === undefined) throw new RangeError('A select without a table has one row.')
  return backlog
}
