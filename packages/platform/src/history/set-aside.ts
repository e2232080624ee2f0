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

/** Of several rows of a kind that want the same, the one that was imported before keeps it, else the earliest; the others name it. */
export const setAsideBeaten = (kind: string, reason: HistoryReason, columns: string): Statement => ({
  name: `history_judge_${kind}_${reason}`,
  isSlow: true,
  text: `
    update history_rows row set reason = '${reason}', detail = ranked.kept
    from (
      select source_id, row_number() over wanted as place, first_value(source_id) over wanted as kept
      from history_rows
      where workspace_id = $1 and import_id = $2 and kind = '${kind}' and reason is null and ended_at is null
      window wanted as (partition by ${columns} order by is_known desc, occurred_at, source_id)
    ) ranked
    where ${staged} and row.kind = '${kind}' and row.source_id = ranked.source_id and ranked.place > 1`,
})

/** Sets rows of a kind aside where something holds of them. */
export const setRowsAside = (kind: string, reason: HistoryReason, condition: string): Statement => ({
  name: `history_judge_${kind}_${reason}`,
  isSlow: true,
  text: `
    update history_rows row set reason = '${reason}'
    where ${staged} and row.kind = '${kind}' and row.reason is null and (${condition})`,
})
