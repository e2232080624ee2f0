import type { Queryable, Statement } from '../../database/statements/database.ts'
import type { HistoryScope } from '../store.ts'

/** An import that may be undone. */
export interface FoundImport {
  readonly scope: HistoryScope
  readonly isComplete: boolean
  readonly isUndone: boolean
  /** Whether undoing it was cut off. */
  readonly isHalfUndone: boolean
}

interface ImportRow extends Omit<HistoryScope, 'workspaceId' | 'importId'>, Omit<FoundImport, 'scope'> {}

const findStatement: Statement = {
  name: 'history_undo_find',
  text: `
    select history.app_id as "appId", history.source, history.name, history.sha256,
      history.cut_over_at as "cutOverAt", history.settings, history.actor, ended.import_id is not null as "isComplete",
      undo.import_id is not null as "isUndone", coalesce(progress.import_id = history.id, false) as "isHalfUndone"
    from history_imports history
    left join history_import_ends ended on ended.workspace_id = $1 and ended.import_id = history.id
    left join history_import_undos undo on undo.workspace_id = $1 and undo.import_id = history.id
    left join history_progress progress on progress.workspace_id = $1 and progress.app_id = history.app_id
    where history.workspace_id = $1 and history.id = $2
    limit 1`,
}

/** Finds an import, and how far it is. */
export async function findForUndo(
  tx: Queryable,
  { workspaceId, importId }: Pick<HistoryScope, 'workspaceId' | 'importId'>,
): Promise<FoundImport | undefined> {
  const [row] = await tx.query<ImportRow>(findStatement, [workspaceId, importId])
  if (row === undefined) return undefined
  const { isComplete, isUndone, isHalfUndone, ...order } = row
  return { scope: { ...order, workspaceId, importId }, isComplete, isUndone, isHalfUndone }
}
