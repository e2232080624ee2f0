import type { Queryable } from '@affiliate-platform/platform/database'

/** Rows of demo data by table, in the order in which they are inserted. */
export type DemoRows = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>

/** Inserts rows, one statement per table: the members of its rows name the columns. */
export async function insertRows(tx: Queryable, rows: DemoRows): Promise<void> {
  for (const [table, tableRows] of rows) {
    const columns = [...new Set(tableRows.flatMap(Object.keys))].join(', ')
    if (columns === '') continue
    const text = `
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
    await tx.query({ name: `demo_insert_${table}`, text }, [JSON.stringify(tableRows)])
  }
}
