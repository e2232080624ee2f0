import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { holdsDatabase, openDataFolder } from '../embedded/open.ts'
import { errorCode } from '../statements/faults.ts'
import { unpackedBytesMax } from './tar-archive.ts'
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
    if (dump.length > unpackedBytesMax) {
      throw new BackupError(
        'The database is larger than 4 GiB, the most that restore takes: move it to a Postgres.',
      )
    }
    // The checksum of the compressed form tells a damaged or cut file from a whole one.
    const backup = await promisify(gzip)(dump, fastest)
    await writeBackup(file, backup)
    return { bytes: backup.length }
  } finally {
    await database.close()
  }
}

async function writeBackup(file: string, content: Buffer): Promise<void> {
  try {
    await writeWhole(file, content)
  } catch (error) {
    const code = errorCode(error)
    throw code === 'EEXIST'
      ? fileExists(file)
      : new BackupError(`${file} cannot be written (${code}).`, { cause: error })
  }
}

const fileExists = (file: string) =>
  new BackupError(`${file} exists. Name a new file: no backup is overwritten.`)
