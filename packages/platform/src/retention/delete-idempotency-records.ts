import type { Queryable, Statement } from '../database/database.ts'
import { timeSql, toTimeValue } from '../database/time.ts'
import { batchRowsMax, deleteInBatches } from './delete-in-batches.ts'

const key = 'workspace_id, lineage_id, operation, target_id, idempotency_key'

const deleteOldStatement: Statement = {
  name: 'idempotency_delete_old',
  text: `
    with gone as (
      delete from idempotency_records
      where (${key}) in (
        select ${key} from idempotency_records
        where created_at < ${timeSql(1)} - interval '720 hours'
        order by created_at
        limit ${batchRowsMax}
      )
      returning 1
    )
    select count(*)::integer as deleted from gone`,
}

/** Deletes the idempotency records that are older than 30 days (D10), in batches. */
export async function deleteOldIdempotencyRecords(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, deleteOldStatement, [toTimeValue(nowMs)])
}
