import type { Queryable, Statement } from '../database/database.ts'
import { timeSql, toTimeValue } from '../database/time.ts'

const deleteOldStatement: Statement = {
  name: 'receipts_delete_old',
  // In portions: each ends well within the time that a statement has.
  text: `
    delete from receipts
    where (workspace_id, id) in (
      select workspace_id, id from receipts
      where created_at < ${timeSql(1)} - make_interval(months => $2)
      limit 10000
    )
    returning id`,
}

/** Deletes the receipts that are older than some months, at least one (D75). */
export async function deleteOldReceipts(database: Queryable, months: number, nowMs?: number): Promise<void> {
  let deleted: readonly unknown[]
  do deleted = await database.query(deleteOldStatement, [toTimeValue(nowMs), months])
  while (deleted.length > 0)
}
