import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { openEmbedded } from '@affiliate-platform/platform/embedded'
import { inject } from 'vitest'

/** The engines that tests of storage run on. */
export type Engine = 'pglite' | 'postgres'

/** A distributed database, on which all tests of a run take place that ask for a Postgres; those of others are skipped. */
export const clusterUrl: string | undefined = process.env['CITUS_URL'] || undefined

/** The engines at hand here. Without a real Postgres its tests are shown as skipped. */
export const enginesAtHand: readonly Engine[] =
  clusterUrl !== undefined ? ['postgres'] : inject('postgresUrl') === '' ? ['pglite'] : ['pglite', 'postgres']

/** What a suite without an engine of its own runs on: it says nothing of storage, and a copy on a server is made at once. */
const usualEngine: Engine = enginesAtHand.includes('postgres') ? 'postgres' : 'pglite'

/** Opens a database of its own for one test file: migrated, and seeded with the demo. */
export async function openTestDatabase(engine: Engine = usualEngine): Promise<Database> {
  if (engine === 'pglite' && clusterUrl === undefined)
    return await openEmbedded({ prepared: await openAsBlob(inject('preparedDump')) })
  // As long as `payouts run` waits: on a busy machine the commit of a large run takes its time.
  return await openPostgres(await createPostgresCopy(), { silenceTimeoutMs: 660_000 })
}

/**
 * Creates a migrated and seeded database on the real Postgres, for tests that connect to it more than once.
 *
 * @returns its URL
 */
export const createPostgresCopy = (): Promise<string> => copyPrepared(inject('postgresUrl'))

/** The same for tests of what stands between a process and its server. */
export const createDirectCopy = (): Promise<string> => copyPrepared(inject('directPostgresUrl'))

async function copyPrepared(serverUrl: string): Promise<string> {
  // It cannot be copied: each test has workspaces of its own there.
  if (clusterUrl !== undefined) return clusterUrl
  const server = await openPostgres(inject('directPostgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Postgres 14 knows no other way.
  const [version] = await server.query<{ readonly hasStrategies: boolean }>(
    { name: 'has_strategies', text: `select version() !~ '^PostgreSQL 14\\.' as "hasStrategies"` },
    [],
  )
  const strategy = version?.hasStrategies ? 'strategy file_copy' : ''
  await server.session(async ({ query }) => {
    // Copies wait for one another, on a busy machine for longer than any statement of the product may.
    const timeouts = `select set_config(name, '5min', false) from unnest('{lock_timeout,statement_timeout}'::text[]) name`
    await query({ name: 'copy_timeouts', text: timeouts }, [])
    const create = `create database ${name} template prepared ${strategy}`
    await query({ name: 'create_copy', text: create }, [])
  })
  await server.close()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The same database without the pooler of `PGBOUNCER`, for what a pooler would share with the process under test. */
export function toDirectUrl(url: string): string {
  const direct = new URL(inject('directPostgresUrl'))
  direct.pathname = new URL(url).pathname
  return direct.href
}
