import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 183

const deleteOldStatement: Statement = {
  name: 'application_delete_old',
  text: `
    with gone as (
      delete from applications
      where (workspace_id, id) in (
        select workspace_id, id from applications
        where decided_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes the applications that were decided half a year ago, in batches. What was approved is a membership. */
export async function deleteOldApplications(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
