import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 1

const deleteOldStatement: Statement = {
  name: 'history_upload_delete_old',
  text: `
    with gone as (
      delete from history_uploads
      where (workspace_id, upload_id, file, number) in (
        select workspace_id, upload_id, file, number from history_uploads
        where created_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes what was uploaded a day ago and not imported, in batches. */
export async function deleteOldUploads(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
