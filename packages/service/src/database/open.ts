import { join } from 'node:path'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { openEmbedded } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Which database a process uses: exactly one of the three. */
export type DatabaseChoice =
  | { readonly url: string }
  | { readonly dataFolder: string }
  | { readonly inMemory: true }

/**
 * Opens the chosen database. An embedded one in a folder is opened behind the folder's lock, which is held until
 * the database is closed.
 *
 * @throws FolderInUseError when another process has the data folder open
 */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  if ('url' in choice) return await openPostgres(choice.url)
  if ('inMemory' in choice) return await openEmbedded()
  const lock = await lockFolder(choice.dataFolder)
  try {
    const database = await openEmbedded({ folder: join(choice.dataFolder, 'postgres') })
    return {
      ...database,
      close: async () => {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
