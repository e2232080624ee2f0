import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 400

const deleteOldStatement: Statement = {
  name: 'click_delete_old',
  text: `
    with gone as (
      delete from clicks
      where (workspace_id, id) in (
        select workspace_id, id from clicks
        where occurred_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes the clicks that are older than 400 days, in batches. */
export async function deleteOldClicks(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
