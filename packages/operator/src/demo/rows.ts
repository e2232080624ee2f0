import type { Queryable } from '@affiliate-platform/platform/database'

export type Row = Readonly<Record<string, unknown>>

/** Rows of demo data by table, in the order in which they are inserted. */
export type DemoRows = ReadonlyMap<string, readonly Row[]>

/** The rows of several apps as one, by table. */
export function joinRows(parts: readonly Readonly<Record<string, readonly Row[]>>[]): DemoRows {
  const tables = new Set(parts.flatMap(Object.keys))
  return new Map([...tables].map((table) => [table, parts.flatMap((part) => part[table] ?? [])]))
}

/** Inserts rows, one statement per table: the members of its rows name the columns. */
export async function insertRows(tx: Queryable, rows: DemoRows): Promise<void> {
  for (const [table, tableRows] of rows) {
    const columns = [...new Set(tableRows.flatMap(Object.keys))].join(', ')
    if (columns === '') continue
    const text = `
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
    // Unnamed: two sets of columns of one table would share a name.
    await tx.query({ name: '', text }, [JSON.stringify(tableRows)])
  }
}
