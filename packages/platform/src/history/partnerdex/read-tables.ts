import { HistoryError } from '../history-row.ts'
import type { ListedItem } from '../mantle/read-items.ts'
import type { TablePlan } from './partnerdex-tables.ts'

/** PartnerDex's database, opened to be read. */
export interface PartnerdexDatabase {
  /** What it is called, for a person. */
  readonly name: string
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string
  /** Its `user_version`. */
  readonly version: number
  readonly query: (sql: string) => Iterable<Readonly<Record<string, unknown>>>
}

/** The version of PartnerDex's tables that is read. */
const knownVersion = 6

/** Rejects tables that say something else than those that are known. */
export function checkExportVersion({ name, version }: PartnerdexDatabase): void {
  if (version !== knownVersion)
    throw new HistoryError(
      `${name} has version ${version} of PartnerDex's tables. Version ${knownVersion} can be read.`,
    )
}

/** Reads a table as records. */
export async function* readTable(
  database: PartnerdexDatabase,
  { table, sql, toRecord }: TablePlan,
): AsyncGenerator<ListedItem> {
  let number = 0
  try {
    for (const row of database.query(sql)) yield { number: ++number, item: toRecord(row) }
  } catch (error) {
    if (error instanceof HistoryError) throw error
    throw new HistoryError(`${database.name}: ${table} cannot be read after record ${number}.`, {
      cause: error,
    })
  }
}
