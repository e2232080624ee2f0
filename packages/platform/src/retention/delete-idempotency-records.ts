import type { Queryable, Statement } from '../database/database.ts'
import { timeSql, toTimeValue } from '../database/time.ts'

const deleteOldStatement: Statement = {
  name: 'idempotency_delete_old',
  text: `delete from idempotency_records where created_at < ${timeSql(1)} - interval '720 hours'`,
}

/** Deletes the idempotency records that are older than 30 days (D10). */
export async function deleteOldIdempotencyRecords(database: Queryable, nowMs?: number): Promise<void> {
  await database.query(deleteOldStatement, [toTimeValue(nowMs)])
}
