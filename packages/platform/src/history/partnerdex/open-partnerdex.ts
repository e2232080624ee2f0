import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { HistoryError } from '../history-row.ts'
import type { ExportFolder } from '../mantle/export-folder.ts'
import { tablesRead } from './partnerdex-tables.ts'
import type { PartnerdexDatabase } from './read-tables.ts'

/** What PartnerDex's database is called in a folder. */
export const partnerdexFile = 'partnerdex.sqlite'

/** What the log beside it is called. */
export const partnerdexLog = `${partnerdexFile}-wal`

/**
 * Opens a copy of PartnerDex's database with what its log holds beside it, while a function runs: its own is not touched.
 *
 * @throws HistoryError where there is none, or it is damaged or made by somebody else
 */
export async function withPartnerdex<T>(
  folder: ExportFolder,
  run: (database: PartnerdexDatabase) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'partnerdex-'))
  try {
    const sha256 = createHash('sha256')
    if (!(await copy(folder, partnerdexFile, { place, sha256 })))
      throw new HistoryError(`${folder.name} is not there.`)
    // Absent where everything is in the database itself.
    await copy(folder, partnerdexLog, { place, sha256 })
    const opened = { name: folder.name, sha256: sha256.digest('hex') }
    return await runOn(join(place, partnerdexFile), opened, run)
  } finally {
    await rm(place, { recursive: true })
  }
}

async function copy(
  folder: ExportFolder,
  file: string,
  { place, sha256 }: { readonly place: string; readonly sha256: Hash },
): Promise<boolean> {
  const bytes = await folder.open(file)
  if (bytes === undefined) return false
  const hashed = async function* () {
    for await (const chunk of bytes) {
      sha256.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(join(place, file)))
  return true
}

async function runOn<T>(
  path: string,
  opened: Pick<PartnerdexDatabase, 'name' | 'sha256'>,
  run: (database: PartnerdexDatabase) => Promise<T>,
): Promise<T> {
  // Node has it, and says on some versions that it is new: only to who needs it.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path)
  try {
    const version = check(database, opened.name)
    return await run({ ...opened, version, query: (sql) => database.prepare(sql).iterate() })
  } finally {
    database.close()
  }
}

/**
 * Whoever has made it may not be PartnerDex: nothing of it is calculated, and only what has a beginning and an end is read.
 * Views, tables of modules and columns with a formula are in none of PartnerDex's.
 */
function check(database: DatabaseSync, name: string): number {
  const read = (sql: string, ...values: readonly string[]) => database.prepare(sql).all(...values)
  try {
    database.exec(
      'pragma query_only = on; pragma trusted_schema = off; pragma ignore_check_constraints = on; pragma cell_size_check = on',
    )
    const [version] = read('pragma user_version')
    for (const table of tablesRead) {
      const strange = read(
        `select 1 from sqlite_schema where name = ? collate nocase and (type <> 'table' or rootpage = 0)
        union all select 1 from pragma_table_xinfo(?) where hidden <> 0`,
        ...[table, table],
      )
      if (strange.length > 0) throw new Error(`${table} is no table.`)
      const [checked] = read(`pragma quick_check(${table})`)
      if (checked !== undefined && checked['quick_check'] !== 'ok') throw new Error('It is damaged.')
    }
    return Number(version?.['user_version'])
  } catch (error) {
    throw new HistoryError(`${name} is damaged, or no database of PartnerDex.`, { cause: error })
  }
}
