import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const deleteOldStatement: Statement = {
  name: 'receipts_delete_old',
  text: `
    with gone as (
      delete from receipts
      where (workspace_id, id) in (
        select workspace_id, id from receipts
        where created_at < ${timeOfChangeSql(1)} - make_interval(months => $2)
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes the receipts that are older than some months, at least one (D75), in batches. */
export async function deleteOldReceipts(database: Queryable, months: number, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), months, rowsMax],
  })
}
