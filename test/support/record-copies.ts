import type { ListOperation } from '@affiliate-platform/contract'
import type { Database } from '@affiliate-platform/platform/database'
import { insertPayouts, type TestApp } from './payout-builders.ts'
import { findTable } from './record-table.ts'

/** A record to be inserted as the copy of another one. */
export interface RecordCopy {
  readonly id: string
  /** Of a commission the time of its accrual. */
  readonly createdAt: string
  /** Of a payout or a commission. Default: US dollars. */
  readonly currency?: string
}

/** Inserts copies of a record of a list, with ids and times of their own. Default: of any record of the app. */
export async function insertCopies(
  database: Database,
  app: Omit<TestApp, 'groupId'> & { readonly groupId: string | null },
  {
    name,
    like,
    copies,
  }: { name: ListOperation['name']; like?: string | undefined; copies: readonly RecordCopy[] },
): Promise<void> {
  // A payout is the sum of its lines, and an entry goes on where its position stands: neither can be copied.
  if (name === 'payouts' || name === 'commissions') {
    const { groupId } = app
    const payouts = copies.map((copy) => ({ ...copy, groupId }))
    await insertPayouts(database, { ...app, groupId: '' }, payouts)
    return
  }
  const table = await findTable(name)
  const text = `
    insert into ${table}
    select copy.*
    from (select * from ${table} where app_id = $1 and ($3::uuid is null or id = $3) limit 1) record,
      jsonb_to_recordset($2::jsonb) new (id text, "createdAt" text),
      jsonb_populate_record(
        null::${table},
        to_jsonb(record)
          || jsonb_build_object('id', new.id, 'created_at', new."createdAt", 'shop_domain', new.id)
      ) copy`
  const statement = { name: `test_copy_${name}`, text }
  await database.query(statement, [app.appId, JSON.stringify(copies), like ?? null])
}
