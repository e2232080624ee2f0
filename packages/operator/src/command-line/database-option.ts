import { resolve } from 'node:path'
import type { Database, ReplicaOptions } from '@affiliate-platform/platform/database'
import { type DatabaseChoice, openDatabase } from '@affiliate-platform/platform/database'
import type { Settings } from '@affiliate-platform/service'
import { UsageError } from './operator-error.ts'

/** The `--data-dir` flag of every command that opens a database. */
export const dataDirFlag = {
  name: '--data-dir <folder>',
  description: 'folder of an embedded database, if DATABASE_URL is not set',
} as const

/** A database that outlives the process. */
export type StoredDatabase = Exclude<DatabaseChoice, { readonly inMemory: true }>

/**
 * Which database a command is about: that of `DATABASE_URL`, or the data folder.
 *
 * @throws UsageError when both are named or none is, so that no command works on another database than was meant (D70)
 */
export function chooseDatabase(settings: Settings, dataDir: string | undefined): StoredDatabase {
  if (settings.DATABASE_URL === undefined && dataDir === undefined) {
    throw new UsageError(
      'Name the database: DATABASE_URL for Postgres (production), or --data-dir <folder> for an embedded one. Nothing was created.',
    )
  }
  if (settings.DATABASE_URL === undefined) return { dataFolder: resolve(dataDir ?? '') }
  if (dataDir === undefined)
    return { url: settings.DATABASE_URL, connectionsMax: settings.DATABASE_POOL_SIZE }
  throw new UsageError('DATABASE_URL and --data-dir name two different databases. Leave one of them out.')
}

/**
 * The standby of `DATABASE_READ_URL`, if there is one.
 *
 * @throws UsageError when it has no primary
 */
export function chooseReplica(settings: Settings): ReplicaOptions | undefined {
  const { DATABASE_READ_URL: url, DATABASE_READ_LAG_SECONDS: lagMaxSeconds } = settings
  if (url === undefined) return undefined
  if (settings.DATABASE_URL === undefined)
    throw new UsageError('DATABASE_READ_URL names a standby: set DATABASE_URL to its primary.')
  return { url, connectionsMax: settings.DATABASE_POOL_SIZE, lagMaxMs: lagMaxSeconds * 1000 }
}

/** Opens a database, does one thing with it and closes it. */
export async function withDatabase<T>(
  choice: DatabaseChoice,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(choice)
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/** One sentence on what survives with a database, for a person. */
export function describeDatabase({ engine, durability }: Database, choice: DatabaseChoice): string {
  if (engine === 'postgres') return `Postgres at DATABASE_URL, durability: ${durability}`
  if ('dataFolder' in choice) {
    return `embedded Postgres in ${choice.dataFolder}, durability: ${durability} (survives a crash of the process, not of the machine)`
  }
  return `embedded Postgres in memory, durability: ${durability} (everything is gone when the process ends)`
}
