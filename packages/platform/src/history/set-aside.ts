import type { Statement } from '../database/statements/database.ts'
import type { HistoryReason } from './history-row.ts'

/** The rows of an import. Values: workspace, import. */
export const staged = 'row.workspace_id = $1 and row.import_id = $2'

/** A row of the same import that is taken, by its kind and its name there. */
export const takenSql = (kind: string, sourceId: string): string => `(
        select 1 from history_rows other
        where other.workspace_id = $1 and other.import_id = $2 and other.kind = '${kind}'
          and other.source_id = ${sourceId} and other.reason is null
        limit 1
      )`

/** Sets rows of a kind aside where something holds of them. */
export const setAside = (kind: string, reason: HistoryReason, condition: string): Statement => ({
  name: `history_judge_${kind}_${reason}`,
  isSlow: true,
  text: `
    update history_rows row set reason = '${reason}'
    where ${staged} and row.kind = '${kind}' and row.reason is null and (${condition})`,
})
