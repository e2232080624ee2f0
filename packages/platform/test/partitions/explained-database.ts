import pg from 'pg'
import { withSessionOptions } from '../../src/database/postgres/session.ts'
import type { Database, Queryable, Statement } from '../../src/database.ts'
import { openOnOneConnection } from './one-connection.ts'

/** A part of a plan. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** How the server executed a query: a statement, or what a function or a foreign key asks for it. */
export interface ExecutedQuery {
  /** The function that it is in; of a statement its name. */
  readonly name: string
  readonly plan: PlanNode
}

/** Who is told of what is executed. */
export interface Listener {
  onStatement(statement: Statement): void
  onQuery(query: ExecutedQuery): void
}

// Plans without the values of a statement, so that only what its text says of the workspace counts. What `info` says a
// client hears whatever it asked for.
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'info',
  plan_cache_mode: 'force_generic_plan',
  track_functions: 'pl',
}

/** Opens a partitioned database on one connection, and tells of every query how the server executed it. */
export async function openExplained(url: string, listener: Listener): Promise<Database> {
  const explaining = new URL(url)
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  explaining.searchParams.set('options', options.join(' '))
  const client = new pg.Client({ connectionString: withSessionOptions(explaining.href) })
  await client.connect()
  return openOnOneConnection(client, await createRunner(client, listener))
}

async function createRunner(
  client: pg.Client,
  { onStatement, onQuery }: Listener,
): Promise<Queryable['query']> {
  const names = new Map<string, string>()
  let running = ''
  client.on('notice', ({ message = '', where = '' }) => {
    const [, json] = /plan:\n(\{.*\})$/s.exec(message) ?? []
    if (json === undefined) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json)
    // A plan of a transaction's statement is told when the next one begins.
    const [, inside] = /PL\/pgSQL function (\w+)\(/.exec(where) ?? []
    onQuery({ name: inside ?? names.get(text) ?? running, plan })
  })
  const indexes = await readIndexNames(client)
  return async (statement, values) => {
    const { name, text } = statement
    const workspace = namesWorkspace.test(text) ? String(values[0]) : ''
    await client.query('select set_config($1, $2, false)', ['test.workspace', workspace])
    names.set(text, name)
    running = name
    onStatement(statement)
    try {
      const { rows } = await client.query({ name, text, values: [...values] })
      return rows
    } catch (error) {
      if (error instanceof pg.DatabaseError)
        error.constraint = indexes.get(error.constraint ?? '') ?? error.constraint
      throw error
    }
  }
}

const namesWorkspace =
  /\bworkspace_id = \$1\b|insert into \w+\s+\(workspace_id,[^)]*\)\s+(?:values \(|select )\$1\b/

/** The names of the indexes of whole tables by those of their partitions: these are in errors. */
async function readIndexNames(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ part: string; whole: string }>(`
    select part.relname as part, whole.relname as whole from pg_inherits
    join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent`)
  return new Map(rows.map(({ part, whole }) => [part, whole]))
}
