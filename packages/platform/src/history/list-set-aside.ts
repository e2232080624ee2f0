import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { HistoryKind, HistoryReason } from './history-row.ts'

/** A row of an import that was not taken. */
export interface HistorySetAsideRow {
  readonly importId: string
  readonly kind: HistoryKind
  /** What it is called where it comes from. */
  readonly sourceId: string
  readonly file: string
  /** Its place in the file, from 1 on. */
  readonly number: number
  readonly reason: HistoryReason
  /** What is expected there, or another's id. */
  readonly detail: string | null
  readonly amountMinor: string | null
  readonly currency: string | null
}

const listStatement: Statement = {
  name: 'history_list_set_aside',
  text: `
    select import_id as "importId", kind, source_id as "sourceId", file, number, reason, detail,
      amount_minor::text as "amountMinor", currency
    from history_rows
    where workspace_id = $1 and reason is not null
      and not exists (
        select from history_import_undos undo where undo.workspace_id = $1 and undo.import_id = history_rows.import_id
      )
      and ($2::uuid is null or (import_id, kind, source_id) > ($2, $3, $4 collate "C"))
    order by import_id, kind, source_id
    limit $5`,
}

/** Lists what imports have set aside, import by import. A row is known by `<importId>/<kind>/<sourceId>`. */
export async function listHistorySetAside(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly HistorySetAsideRow[]> {
  const [importId = null, kind = null, ...sourceId] = after?.split('/') ?? []
  const values = [workspaceId, importId, kind, sourceId.join('/'), limit]
  return await database.query<HistorySetAsideRow>(listStatement, values)
}
