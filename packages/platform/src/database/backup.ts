import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { lockFolder } from './folder-lock.ts'
import { listPendingMigrations } from './migrate.ts'
import { holdsDatabase, markerFile, openDataFolder, toDatabaseFolder } from './open.ts'
import { openEmbedded } from './pglite.ts'
import { writeWhole } from './write-whole.ts'

/** Thrown when a backup or a restoration is rejected. Its message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const fastest = { level: 1 } as const

/**
 * Copies the embedded database of a data folder into one new file. Nobody writes meanwhile: the folder's lock is held.
 *
 * @returns the size of the file
 * @throws BackupError when there is nothing to copy, or the file exists
 * @throws FolderInUseError when another process has the data folder open
 */
export async function backUpDataFolder(
  dataFolder: string,
  file: string,
): Promise<{ readonly bytes: number }> {
  if (!holdsDatabase(dataFolder)) throw new BackupError(`There is no database in ${dataFolder}.`)
  if (existsSync(file)) throw fileExists(file)
  const database = await openDataFolder({ dataFolder })
  try {
    const dump = Buffer.from(await (await database.dump()).arrayBuffer())
    // The checksum of the compressed form tells a damaged or cut file from a whole one.
    const backup = await promisify(gzip)(dump, fastest)
    await writeBackup(file, backup)
    return { bytes: backup.length }
  } finally {
    await database.close()
  }
}

/**
 * Makes the embedded database of a data folder from a backup.
 *
 * @returns the names of the migrations that the restored database lacks
 * @throws BackupError when the folder is not empty, or the file is no backup
 * @throws ForeignMigrationError when the backup was made by a newer version
 */
export async function restoreDataFolder(dataFolder: string, file: string): Promise<readonly string[]> {
  await rejectNonEmpty(dataFolder)
  const dump = await readDump(file)
  const lock = await lockFolder(dataFolder)
  const unfinished = `${toDatabaseFolder(dataFolder)}-restoring`
  try {
    await rejectNonEmpty(dataFolder)
    const database = await openEmbedded({ folder: unfinished, prepared: dump })
    const pending = await listPendingMigrations(database).finally(() => database.close())
    // Only what opens is put where a database is looked for.
    await rename(unfinished, toDatabaseFolder(dataFolder))
    return pending.map(({ name }) => name)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

async function writeBackup(file: string, content: Buffer): Promise<void> {
  try {
    await writeWhole(file, content)
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    throw code === 'EEXIST'
      ? fileExists(file)
      : new BackupError(`${file} cannot be written (${code}).`, { cause: error })
  }
}

const fileExists = (file: string) =>
  new BackupError(`${file} exists. Name a new file: no backup is overwritten.`)

// What the lock itself leaves in a folder.
const lockFiles = new Set(['lock.sqlite', 'lock.sqlite-journal', 'holder.json'])

async function rejectNonEmpty(dataFolder: string): Promise<void> {
  const names = existsSync(dataFolder) ? await readdir(dataFolder) : []
  if (names.every((name) => lockFiles.has(name))) return
  throw new BackupError(`${dataFolder} is not empty. Restore into a new folder: nothing is overwritten.`)
}

async function readDump(file: string): Promise<Blob> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read (${Reflect.get(Object(error), 'code')}).`, { cause: error })
  })
  const dump = await promisify(gunzip)(content).catch((error: unknown) => {
    throw new BackupError(`${file} is not a backup of this command, or it is damaged.`, { cause: error })
  })
  // The engine takes anything for an archive, and fails in a way that cannot be caught.
  if (!dump.includes(`/${markerFile}`)) throw new BackupError(`${file} is not a backup of this command.`)
  return new Blob([dump], { type: 'application/x-tar' })
}
