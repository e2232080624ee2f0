import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { openEmbedded } from '@affiliate-platform/platform/embedded'
import { inject } from 'vitest'

/** The engines that tests of storage run on. */
export type Engine = 'pglite' | 'postgres'

/** The engines at hand here. Without a real Postgres its tests are shown as skipped. */
export const enginesAtHand: readonly Engine[] =
  inject('postgresUrl') === '' ? ['pglite'] : ['pglite', 'postgres']

/** Opens a database of its own for one test file: migrated, and seeded with the demo. */
export async function openTestDatabase(engine: Engine = 'pglite'): Promise<Database> {
  if (engine === 'pglite') return await openEmbedded({ prepared: await openAsBlob(inject('preparedDump')) })
  return await openPostgres(await createPostgresCopy())
}

/**
 * Creates a migrated and seeded database on the real Postgres, for tests that connect to it more than once.
 *
 * @returns its URL
 */
export async function createPostgresCopy(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const server = await openPostgres(url.href)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await server.query({ name: 'create_copy', text: `create database ${name} template prepared` }, [])
  await server.close()
  url.pathname = `/${name}`
  return url.href
}
