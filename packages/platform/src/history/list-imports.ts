import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { HistoryCount } from './history-report.ts'
import type { HistoryOrder } from './store.ts'

/** An import of another platform's history. */
export interface ListedImport
  extends Pick<HistoryOrder, 'appId' | 'source' | 'name' | 'sha256' | 'cutOverAt' | 'settings' | 'actor'> {
  readonly importId: string
  readonly createdAt: Date
  /** Null while it is not complete. */
  readonly completedAt: Date | null
  readonly added: readonly HistoryCount[]
  /** How many rows were set aside. */
  readonly setAside: number
  readonly undoneAt: Date | null
  readonly undoneBy: string | null
  readonly undoneBecause: string | null
}

const listStatement: Statement = {
  name: 'history_list_imports',
  text: `
    select history.id as "importId", history.app_id as "appId", history.source, history.name, history.sha256,
      history.cut_over_at as "cutOverAt", history.settings, history.actor, history.created_at as "createdAt",
      ended.created_at as "completedAt", coalesce(ended.report -> 'added', '[]') as added,
      (
        select coalesce(sum((aside ->> 'count')::integer), 0)::integer
        from jsonb_array_elements(ended.report -> 'setAside') aside
      ) as "setAside",
      undo.created_at as "undoneAt", undo.actor as "undoneBy", undo.reason as "undoneBecause"
    from (
      select * from history_imports
      where workspace_id = $1 and ($2::uuid is null or id < $2)
      order by id desc
      limit $3
    ) history
    left join history_import_ends ended on ended.workspace_id = $1 and ended.import_id = history.id
    left join history_import_undos undo on undo.workspace_id = $1 and undo.import_id = history.id
    order by history.id desc`,
}

/** Lists imports of other platforms' histories, the newest first. */
export async function listHistoryImports(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly ListedImport[]> {
  return await database.query<ListedImport>(listStatement, [workspaceId, after ?? null, limit])
}
