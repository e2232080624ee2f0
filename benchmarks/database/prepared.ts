import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillDatabase } from './fill.ts'
import type { LocalPostgres } from './local-postgres.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Where the prepared data is kept between runs. */
export const cacheFolder = resolve(here, '../../node_modules/.cache/affiliate-platform-benchmarks')

/**
 * Makes a fresh database with so many payouts: a copy of one that is kept, so that every suite starts from the same
 * data whatever the one before it wrote.
 *
 * @param name - of the copy; an older copy of this name is dropped
 * @returns its URL
 */
export async function copyPrepared(postgres: LocalPostgres, payouts: number, name: string): Promise<string> {
  const prepared = `payouts_${payouts}_${hashSources()}`
  const [found] = await postgres.run(`select from pg_database where datname = '${prepared}'`)
  if (found === undefined) {
    await dropOutdated(postgres, payouts)
    const unfinished = `${prepared}_unfinished`
    await postgres.run(`create database ${unfinished}`)
    await fillDatabase(postgres.urlOf(unfinished), payouts)
    await postgres.run(`alter database ${unfinished} rename to ${prepared}`)
  }
  await postgres.run(`drop database if exists ${name} with (force)`)
  await postgres.run(`create database ${name} template ${prepared} strategy file_copy`)
  return postgres.urlOf(name)
}

/** Data of another schema takes room and is of no use. */
async function dropOutdated(postgres: LocalPostgres, payouts: number): Promise<void> {
  const rows = await postgres.run(
    `select datname from pg_database where datname like 'payouts\\_${payouts}\\_%'`,
  )
  for (const { datname } of rows) await postgres.run(`drop database ${String(datname)}`)
}

/** The data follows from the migrations and from the files beside this one. */
function hashSources(): string {
  const migrations = resolve(here, '../../packages/platform/migrations')
  const files = [
    ...globSync(`${migrations}/*.sql`),
    ...globSync(`${here}/{drawn,fill,fill-lists,world}.ts`),
  ].sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}
