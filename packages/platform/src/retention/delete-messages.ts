import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 30

const deleteOldStatement: Statement = {
  name: 'outbox_delete_old',
  text: `
    with gone as (
      delete from outbox_messages
      where (workspace_id, id, endpoint_id) in (
        select workspace_id, id, endpoint_id from outbox_messages message
        where created_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
          and (
            next_attempt_at is null
            or exists (
              select from webhook_endpoints endpoint
              where endpoint.workspace_id = message.workspace_id and endpoint.id = message.endpoint_id
                and endpoint.disabled_at is not null
            )
          )
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes the messages that were recorded 30 days ago, and were delivered or given up or wait where none is delivered, in batches. */
export async function deleteOldMessages(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
