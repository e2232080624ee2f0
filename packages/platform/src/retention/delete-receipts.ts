import type { Queryable, Statement } from '../database/database.ts'
import { timeSql, toTimeValue } from '../database/time.ts'
import { batchRowsMax, deleteInBatches } from './delete-in-batches.ts'

const deleteOldStatement: Statement = {
  name: 'receipts_delete_old',
  text: `
    with gone as (
      delete from receipts
      where (workspace_id, id) in (
        select workspace_id, id from receipts
        where created_at < ${timeSql(1)} - make_interval(months => $2)
        limit ${batchRowsMax}
      )
      returning 1
    )
    select count(*)::integer as deleted from gone`,
}

/** Deletes the receipts that are older than some months, at least one (D75), in batches. */
export async function deleteOldReceipts(database: Queryable, months: number, nowMs?: number): Promise<void> {
  await deleteInBatches(database, deleteOldStatement, [toTimeValue(nowMs), months])
}
