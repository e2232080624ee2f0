import pg from 'pg'
import { withSessionOptions } from '../../src/database/postgres/session.ts'
import type { Database } from '../../src/database.ts'
import { openOnOneConnection } from '../partitions/one-connection.ts'

/** A cluster on one connection, and what each statement was to it. */
export interface ToldCluster {
  readonly database: Database
  /** How often each statement ran, by name. */
  readonly run: ReadonlyMap<string, number>
  /** Those that asked more than one shard. */
  readonly spread: ReadonlySet<string>
}

/** Opens a cluster that tells of each statement for which it asks several shards. */
export async function openToldCluster(url: string): Promise<ToldCluster> {
  const telling = new URL(url)
  telling.searchParams.set('options', '-c citus.multi_task_query_log_level=notice')
  const client = new pg.Client({ connectionString: withSessionOptions(telling.href) })
  await client.connect()
  const run = new Map<string, number>()
  const spread = new Set<string>()
  let running = ''
  client.on('notice', ({ message = '', where = '' }) => {
    if (!message.startsWith('multi-task query about to be executed')) return
    const [, inside] = /PL\/pgSQL function (\w+)\(/.exec(where) ?? []
    spread.add(inside ?? running)
  })
  const database = openOnOneConnection(client, async ({ name, text }, values) => {
    running = name
    run.set(name, (run.get(name) ?? 0) + 1)
    return (await client.query({ name, text, values: [...values] })).rows
  })
  return { database, run, spread }
}
