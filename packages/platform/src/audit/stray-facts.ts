import type { Database, Queryable } from '../database/statements/database.ts'
import { quoteName, toFactContent } from './fact-content.ts'

/** Facts that no anchor holds, and that none will: they were recorded at no time, or are of one that was anchored. */
export interface StrayFacts {
  readonly kind: 'stray'
  /** The table. */
  readonly fact: string
  readonly count: number
  /** One of them; null where some that were anchored are counted nowhere. */
  readonly row: Readonly<Record<string, unknown>> | null
}

interface Counts {
  readonly fact: string
  readonly anchored: string
  /** Up to where facts of the workspace are anchored. */
  readonly until: Date
}

const countAnchored = {
  name: 'verify_count_anchored',
  text: `
    select
      name as fact, anchored_until as until,
      (
        select coalesce(sum(length(digests) / 32), 0)
        from fact_anchors anchor
        where workspace_id = $1 and fact = name and not exists (
          select from anchoring_repairs repair
          where repair.workspace_id = $1 and anchor.number <= repair.last_anchor
            and anchor.to_time > repair.created_at
        )
      ) as anchored
    from fact_tables, fact_anchoring
    order by name`,
}

/** Finds the first table of which more or other facts are there than its anchors and the last minutes hold. */
export async function findStrayFacts(
  database: Database,
  workspaceId: string,
): Promise<StrayFacts | undefined> {
  return await database.transaction(async (tx) => {
    await tx.query({ name: '', text: `set local statement_timeout = 0` }, [])
    for (const counts of await tx.query<Counts>(countAnchored, [workspaceId])) {
      const stray = await findStray(tx, workspaceId, counts)
      if (stray !== undefined) return stray
    }
    return undefined
  })
}

async function findStray(
  tx: Queryable,
  workspaceId: string,
  { fact, anchored, until }: Counts,
): Promise<StrayFacts | undefined> {
  const table = quoteName(fact)
  const run = async <Row>(text: string) => await tx.query<Row>({ name: '', text }, [workspaceId, until])
  // Facts of the time to come; and of the anchored time, as many as there are too many.
  const [counted] = await run<{ readonly young: string; readonly old: string }>(`
    select
      count(*) filter (where recorded_at > greatest($2, clock_timestamp())) as young,
      count(*) filter (where recorded_at <= $2) as old
    from ${table} where workspace_id = $1`)
  const strays = BigInt(counted?.young ?? 0) + BigInt(counted?.old ?? 0) - BigInt(anchored)
  if (strays === 0n) return undefined
  const [row] = await run<{ readonly content: string }>(`
    select ${toFactContent(fact, '$1')} as content from ${table} fact
    where workspace_id = $1 and (
      recorded_at > greatest($2, clock_timestamp())
      or recorded_at <= $2 and not exists (
        select from fact_anchors anchor
        where anchor.workspace_id = $1 and anchor.fact = '${fact.replaceAll("'", "''")}'
          and recorded_at > anchor.from_time and recorded_at <= anchor.to_time
      )
    )
    limit 1`)
  return {
    kind: 'stray',
    fact,
    count: Number(strays),
    row: row === undefined ? null : JSON.parse(row.content),
  }
}
