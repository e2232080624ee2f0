import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 30

const forgetStatement: Statement = {
  name: 'download_forget_filters',
  text: `
    with forgotten as (
      update downloads set filters = null
      where (workspace_id, id) in (
        select workspace_id, id from downloads
        where filters is not null and created_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
        limit $3
      )
      returning 1
    )
    select from forgotten limit 1`,
}

/** Forgets by what the downloads of 30 days ago were filtered, in batches. Who took which list stays. */
export async function forgetDownloadFilters(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: forgetStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
