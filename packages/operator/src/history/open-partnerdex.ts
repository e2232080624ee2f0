import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '@affiliate-platform/platform/database'
import type { PartnerdexDatabase } from '@affiliate-platform/platform/history'
import { OperatorError } from '../command-line/operator-error.ts'

/**
 * Opens a copy of PartnerDex's database with what its log holds beside it, while a function runs: its own is not touched.
 *
 * @throws OperatorError for a file that cannot be read or is damaged
 */
export async function withPartnerdex<T>(
  path: string,
  run: (database: PartnerdexDatabase) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'partnerdex-'))
  try {
    const copy = join(folder, 'copy.sqlite')
    await copyTo(path, copy)
    // Absent where everything is in the database itself.
    const hasLog = await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).then(
      () => true,
      () => false,
    )
    const sha256 = await hashFiles(hasLog ? [copy, `${copy}-wal`] : [copy])
    return await runOn(copy, { name: basename(path), sha256, run })
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Opened<T> {
  readonly name: string
  readonly sha256: string
  readonly run: (database: PartnerdexDatabase) => Promise<T>
}

async function runOn<T>(copy: string, { name, sha256, run }: Opened<T>): Promise<T> {
  const database = new DatabaseSync(copy)
  try {
    const version = readVersion(database, name)
    return await run({ name, sha256, version, query: (sql) => database.prepare(sql).iterate() })
  } finally {
    database.close()
  }
}

function readVersion(database: DatabaseSync, name: string): number {
  try {
    database.exec('pragma query_only = on')
    const check = database.prepare('pragma quick_check(1)').get()
    if (Object.values(check ?? {})[0] !== 'ok') throw new Error('It is damaged.')
    return Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0])
  } catch (error) {
    throw new OperatorError(`${name} is damaged, or no database of SQLite.`, { cause: error })
  }
}

async function copyTo(path: string, copy: string): Promise<void> {
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${errorCode(error)}).`)
  }
}

async function hashFiles(paths: readonly string[]): Promise<string> {
  const sha256 = createHash('sha256')
  for (const path of paths) for await (const chunk of createReadStream(path)) sha256.update(chunk)
  return sha256.digest('hex')
}
