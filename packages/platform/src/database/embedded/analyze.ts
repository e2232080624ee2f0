import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../postgres/repeat-work.ts'
import type { Database, Queryable, Statement } from '../statements/database.ts'

const everyMs = 60_000

// As often as a server's own autovacuum, which the embedded database does not have.
const listStatement: Statement = {
  name: 'analyze_list_changed',
  text: `
    select quote_ident(relname) as name
    from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > 50 + n_live_tup / 10
    order by relname`,
}

/** Analyzes the tables that have changed: without, the planner takes each for empty, and reads all of an app for one shop. */
export async function analyzeChanged(database: Queryable): Promise<void> {
  for (const { name } of await database.query<{ name: string }>(listStatement, [])) {
    await database.query({ name: '', text: `analyze ${name}` }, [])
  }
}

/**
 * Analyzes what has changed at once, and then every minute, until it is stopped. Called by whoever serves. A Postgres
 * server does so by itself.
 */
export function startAnalyzing(database: Database, log: Logger, watch?: WatchWork): RepeatedWork {
  const task = { name: 'analyze_tables', run: analyzeChanged, message: 'tables were not analyzed' }
  return repeatWork(database, database.engine === 'pglite' ? [task] : [], { everyMs, log, watch })
}
