import { existsSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres, type PostgresOptions } from '../postgres/postgres.ts'
import type { Database } from '../statements/database.ts'
import { lockFolder } from './folder-lock.ts'
import { type EmbeddedDatabase, openEmbedded } from './pglite.ts'
import { moveUnfinishedAside, removeUnfinished } from './unfinished-folders.ts'

/** The folder of an embedded database. With `reset` whatever it holds is wiped first. */
interface DataFolder {
  readonly dataFolder: string
  readonly reset?: boolean
}

/** Which database a process uses: exactly one of the three. */
export type DatabaseChoice =
  | ({ readonly url: string } & PostgresOptions)
  | DataFolder
  | { readonly inMemory: true }

/**
 * Opens the chosen database. An embedded one in a folder is opened behind the folder's lock, which is held until
 * the database is closed.
 *
 * @throws FolderInUseError when another process has the data folder open
 */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  if ('url' in choice) return await openPostgres(choice.url, choice)
  if ('inMemory' in choice) return await openEmbedded()
  return await openDataFolder(choice)
}

/**
 * Opens the embedded database of a data folder, and makes one if it has none.
 *
 * @throws FolderInUseError when another process has the data folder open
 */
export async function openDataFolder({ dataFolder, reset }: DataFolder): Promise<EmbeddedDatabase> {
  const lock = await lockFolder(dataFolder)
  try {
    const database = await openFolder(toDatabaseFolder(dataFolder), reset)
    return {
      ...database,
      close: async () => {
        try {
          await database.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Where in a data folder the database lies; beside it are the lock and its holder. */
export function toDatabaseFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/** Whether a data folder holds a database that was made to its end. Throws where the folder may not be read. */
export function holdsDatabase(dataFolder: string): boolean {
  return statSync(join(toDatabaseFolder(dataFolder), markerFile), { throwIfNoEntry: false }) !== undefined
}

/** Its being there says that the folder was made to its end. It lies among the data, so that a copy takes it along. */
export const markerFile = 'affiliate-service-ready'

async function openFolder(folder: string, reset: boolean | undefined): Promise<EmbeddedDatabase> {
  if (reset) await rm(folder, { recursive: true, force: true })
  const marker = join(folder, markerFile)
  // A first start that was killed leaves a folder that neither opens nor can be completed.
  if (existsSync(folder) && !existsSync(marker)) await moveUnfinishedAside(folder)
  const database = await openEmbedded({ folder })
  await writeFile(marker, '')
  await removeUnfinished(folder)
  return database
}
