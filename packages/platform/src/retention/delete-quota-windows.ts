import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

type WindowKey = Readonly<Record<'workspace_id' | 'lineage_id', string>>

const smallestId = '00000000-0000-0000-0000-000000000000'

// Along the key: an index by time would have to change with every request. A window in use at this moment stays, because
// the condition holds for the row as it is when its turn comes.
const deleteUnusedStatement: Statement = {
  name: 'quota_delete_unused',
  text: `
    with batch as (
      select workspace_id, lineage_id from quota_windows
      where (workspace_id, lineage_id) > ($2::uuid, $3::uuid)
      order by workspace_id, lineage_id
      limit $4
    ), gone as (
      delete from quota_windows quota using batch
      where quota.workspace_id = batch.workspace_id and quota.lineage_id = batch.lineage_id
        and coalesce(quota.admitted_at_ms[cardinality(quota.admitted_at_ms)], 0)
          < extract(epoch from ${timeOfChangeSql(1)} - interval '24 hours') * 1000
    )
    select workspace_id, lineage_id from batch order by workspace_id desc, lineage_id desc limit 1`,
}

/** Deletes the windows of API keys that were not used for a day, in batches: without a window a key has its full quota. */
export async function deleteUnusedQuotaWindows(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches<WindowKey>(database, {
    statement: deleteUnusedStatement,
    toValues: (rowsMax, last) => [
      toTimeValue(nowMs),
      last?.workspace_id ?? smallestId,
      last?.lineage_id ?? smallestId,
      rowsMax,
    ],
  })
}
