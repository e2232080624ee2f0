import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../embedded/folder-lock.ts'
import { markerFile, toDatabaseFolder } from '../embedded/open.ts'
import { engineVersion, openEmbedded } from '../embedded/pglite.ts'
import { ForeignMigrationError, listPendingMigrations } from '../schema/migrate.ts'
import { errorCode } from '../statements/faults.ts'
import { BackupError } from './backup.ts'
import { ArchiveError, readArchive } from './tar-archive.ts'

/**
 * Makes the embedded database of a data folder from a backup. The whole backup is checked before anything is written,
 * and unpacked here, not by the engine: that takes anything for an archive, and fails in ways that say nothing.
 *
 * @returns the names of the migrations that the restored database lacks
 * @throws BackupError when the folder is not empty, or the file is no backup
 * @throws ForeignMigrationError when the backup was made by a newer version
 */
export async function restoreDataFolder(dataFolder: string, file: string): Promise<readonly string[]> {
  await rejectNonEmpty(dataFolder)
  await checkBackup(file).catch((error: unknown) => {
    throw explain(file, error)
  })
  const lock = await lockFolder(dataFolder)
  const unfinished = `${toDatabaseFolder(dataFolder)}-restoring`
  try {
    await rejectNonEmpty(dataFolder)
    await unpack(file, unfinished)
    const pending = await listPending(file, unfinished)
    // Only what opens is put where a database is looked for.
    await rename(unfinished, toDatabaseFolder(dataFolder))
    return pending
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

// What the lock itself leaves in a folder.
const lockFiles = new Set(['lock.sqlite', 'lock.sqlite-journal', 'holder.json'])

async function rejectNonEmpty(dataFolder: string): Promise<void> {
  const names = existsSync(dataFolder) ? await readdir(dataFolder) : []
  if (names.every((name) => lockFiles.has(name))) return
  throw new BackupError(`${dataFolder} is not empty. Restore into a new folder: nothing is overwritten.`)
}

function explain(file: string, error: unknown): BackupError {
  const message =
    error instanceof ArchiveError
      ? `${file} cannot be restored: ${error.message}. Nothing was changed.`
      : `${file} cannot be read (${errorCode(error)}).`
  return new BackupError(message, { cause: error })
}

const versionFile = 'PG_VERSION'

/** Reads the whole archive, and writes nothing. */
async function checkBackup(file: string): Promise<void> {
  const names = new Set<string>()
  let last = ''
  let version = ''
  for await (const part of readArchive(file)) {
    if (Buffer.isBuffer(part)) {
      // As much of it as the longest version, and a line's end.
      if (last === versionFile) version = `${version}${part.toString('latin1')}`.slice(0, 16)
    } else {
      last = part.name
      names.add(last)
    }
  }
  if (!names.has(versionFile)) throw new ArchiveError(`it has no ${versionFile}, and so no database`)
  const number = /^(\d+(?:\.\d+)?)\n$/.exec(version)?.[1]
  if (number === undefined) throw new ArchiveError(`its ${versionFile} holds no version`)
  if (number !== engineVersion) {
    throw new ArchiveError(`its database is of Postgres ${number}, and this version reads ${engineVersion}`)
  }
  if (!names.has(markerFile)) throw new ArchiveError('it was not made by backup')
}

async function unpack(file: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  let target: FileHandle | undefined
  try {
    for await (const part of readArchive(file)) {
      if (Buffer.isBuffer(part)) {
        await target?.writeFile(part)
        continue
      }
      await target?.close()
      target = undefined
      const path = join(folder, part.name)
      if (part.kind === 'folder') await mkdir(path, { mode: 0o700 })
      else target = await open(path, 'wx', 0o600)
    }
  } finally {
    await target?.close()
  }
}

async function listPending(file: string, folder: string): Promise<readonly string[]> {
  try {
    const database = await openEmbedded({ folder })
    const pending = await listPendingMigrations(database).finally(() => database.close())
    return pending.map(({ name }) => name)
  } catch (error) {
    if (error instanceof ForeignMigrationError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `${file} cannot be restored: the engine does not open its database (${reason}). Nothing was restored.`,
      { cause: error },
    )
  }
}
