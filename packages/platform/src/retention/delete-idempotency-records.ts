import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const isOld = `created_at < ${timeOfChangeSql(1)} - interval '720 hours'`

// By their time: looked up by their keys, each would be somewhere else in a large index.
const deleteOldStatement: Statement = {
  name: 'idempotency_delete_old',
  text: `
    with batch as (
      select created_at from idempotency_records
      where ${isOld} and created_at >= coalesce($2::timestamptz, '-infinity')
      order by created_at
      limit $3
    ), gone as (
      delete from idempotency_records
      where ${isOld} and created_at >= coalesce($2::timestamptz, '-infinity')
        and created_at <= (select max(created_at) from batch)
    )
    select created_at from batch order by created_at desc limit 1`,
}

/** Deletes the idempotency records that are older than 30 days (D10), the oldest first, in batches. */
export async function deleteOldIdempotencyRecords(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches<{ readonly created_at: Date }>(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax, last) => [toTimeValue(nowMs), last?.created_at ?? null, rowsMax],
  })
}
