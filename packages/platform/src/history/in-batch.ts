import { allowTime } from '../database/statements/at-length.ts'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { planAnew } from '../database/statements/plan-anew.ts'
import { HistoryError } from './history-row.ts'
import type { HistoryScope } from './store.ts'

/** Runs something in a transaction of the import. */
export type InBatch = <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>

const holdStatement: Statement = {
  name: 'history_hold_progress',
  text: `
    select 1 from history_progress
    where workspace_id = $1 and app_id = $2 and import_id = $3 and holder = $4
    for no key update`,
}

/** Runs batches of an import as long as it is this holder's, which it stays until the transaction of a batch ends. */
export function holdBatches(
  database: Database,
  { workspaceId, appId, importId }: HistoryScope,
  holder: string,
): InBatch {
  return (run) =>
    database.transaction(async (tx) => {
      await Promise.all([planAnew(tx), allowTime(tx)])
      const held = await tx.query(holdStatement, [workspaceId, appId, importId, holder])
      if (held.length > 0) return await run(tx)
      throw new HistoryError('The same import was begun again elsewhere, and goes on there.')
    })
}
