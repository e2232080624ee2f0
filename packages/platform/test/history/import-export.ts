import type { TestApp } from '@affiliate-platform/test-support/payout-builders'
import type { Database, Queryable } from '../../src/database/statements/database.ts'
import { type HistoryImport, importMantle, type MantleOrder } from '../../src/history.ts'
import { type MantleFiles, toFolder } from './mantle-export.ts'

/** When Mantle stopped to earn, in every test. */
export const cutOver = '2025-06-01T00:00:00.000Z'

/** Imports an export into an app. */
export async function importExport(
  database: Database,
  { workspaceId, appId }: Pick<TestApp, 'workspaceId' | 'appId'>,
  files: MantleFiles,
  options: Partial<
    Pick<
      MantleOrder,
      | 'isDryRun'
      | 'cutOverAt'
      | 'onProgress'
      | 'mantleApp'
      | 'currency'
      | 'folder'
      | 'columns'
      | 'everyPlanOf'
    >
  > = {},
): Promise<HistoryImport> {
  return await importMantle(database, {
    ...{ workspaceId, appId, folder: toFolder(files), mantleApp: undefined, cutOverAt: new Date(cutOver) },
    ...{ currency: 'USD', actor: 'operator:mia', isDryRun: false, onProgress: () => {} },
    ...options,
  })
}

/** What became of each kind, and of what was set aside. */
export const summarize = ({ report }: HistoryImport) => ({
  added: Object.fromEntries(report.added.map(({ kind, count }) => [kind, count])),
  setAside: Object.fromEntries(
    report.setAside.map(({ kind, reason, count }) => [`${kind} ${reason}`, count]),
  ),
})

const listTablesStatement = {
  name: '',
  text: `
    select table_name::text as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'workspace_id'
      and table_name not in ('audit_entries', 'fact_anchors')
    order by 1`,
}

/** A hash of the rows of each table of a workspace. */
export async function hashTables(
  database: Queryable,
  workspaceId: string,
): Promise<Readonly<Record<string, string>>> {
  const tables = await database.query<{ name: string }>(listTablesStatement, [])
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const text = `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as hash from ${name} row where workspace_id = $1`
    const [row] = await database.query<{ hash: string }>({ name: '', text }, [workspaceId])
    hashes[name] = row?.hash ?? ''
  }
  return hashes
}
