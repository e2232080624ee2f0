import type { Queryable, Statement } from '../database/statements/database.ts'
import type { HistoryReport } from './history-report.ts'

const findStatement: Statement = {
  name: 'history_find_report',
  text: `
    select ended.report
    from history_imports history
    left join history_import_ends ended on ended.workspace_id = $1 and ended.import_id = history.id
    where history.workspace_id = $1 and history.id = $2`,
}

/** What an import came to: null while it is not complete, and `undefined` where there is no such import. */
export async function readHistoryReport(
  database: Queryable,
  { workspaceId, importId }: { readonly workspaceId: string; readonly importId: string },
): Promise<HistoryReport | null | undefined> {
  const [found] = await database.query<{ report: HistoryReport | null }>(findStatement, [
    ...[workspaceId, importId],
  ])
  return found?.report
}
