import type { Database, Queryable } from '../database/statements/database.ts'
import { quoteName, toFactContent } from './fact-content.ts'

/** Facts of one table that are dated otherwise than the database recorded them, which no statement can choose (D190). */
export interface MisdatedFacts {
  /** The table. */
  readonly fact: string
  readonly count: number
  /** Why, as the transaction that recorded them declared; null: it did not. */
  readonly declared: string | null
  /** The first one; null where they are declared. */
  readonly row: Readonly<Record<string, unknown>> | null
}

// A transaction dates what it writes by its start. Some commands read that time just before.
const isMisdated = `fact.created_at not between fact.recorded_at - interval '5 seconds' and fact.recorded_at + interval '5 seconds'`

const declared = `(
  select min(reason) from told_pasts told where told.workspace_id = $1 and told.recorded_at = fact.recorded_at
)`

const listDatedTables = {
  name: 'verify_dated_tables',
  text: `
    select name as fact
    from fact_tables
    join pg_attribute on attrelid = to_regclass(quote_ident(name)) and attname = 'created_at'
    order by name`,
}

/** Finds the facts that are dated more than 5 s before or after they were recorded. */
export async function findMisdatedFacts(
  database: Database,
  workspaceId: string,
): Promise<readonly MisdatedFacts[]> {
  return await database.transaction(async (tx) => {
    await tx.query({ name: '', text: `set local statement_timeout = 0` }, [])
    const found: MisdatedFacts[] = []
    for (const { fact } of await tx.query<{ readonly fact: string }>(listDatedTables, [])) {
      found.push(...(await findMisdated(tx, workspaceId, fact)))
    }
    return found
  })
}

async function findMisdated(
  tx: Queryable,
  workspaceId: string,
  fact: string,
): Promise<readonly MisdatedFacts[]> {
  const run = async <Row>(text: string) => await tx.query<Row>({ name: '', text }, [workspaceId])
  const from = `from ${quoteName(fact)} fact where fact.workspace_id = $1 and ${isMisdated}`
  const counts = await run<{ readonly declared: string | null; readonly count: string }>(
    `select ${declared} as declared, count(*) as count ${from} group by 1 order by 1`,
  )
  const found: MisdatedFacts[] = []
  for (const { declared: reason, count } of counts) {
    const [first] =
      reason === null
        ? await run<{ readonly content: string }>(
            `select ${toFactContent(fact, '$1')} as content ${from} and ${declared} is null order by recorded_at limit 1`,
          )
        : []
    const row = first === undefined ? null : JSON.parse(first.content)
    found.push({ fact, count: Number(count), declared: reason, row })
  }
  return found
}
