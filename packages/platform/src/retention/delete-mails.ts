import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, toTimeValue } from '../database/statements/time.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const keptDays = 30

const deleteOldStatement: Statement = {
  name: 'mail_delete_old',
  text: `
    with gone as (
      delete from outbox_mails
      where (workspace_id, id, recipient_id) in (
        select workspace_id, id, recipient_id from outbox_mails
        where created_at < ${timeOfChangeSql(1)} - make_interval(days => $2)
        limit $3
      )
      returning 1
    )
    select from gone limit 1`,
}

/** Deletes the mails of 30 days ago, in batches. None of them is sent any more. */
export async function deleteOldMails(database: Queryable, nowMs?: number): Promise<void> {
  await deleteInBatches(database, {
    statement: deleteOldStatement,
    toValues: (rowsMax) => [toTimeValue(nowMs), keptDays, rowsMax],
  })
}
