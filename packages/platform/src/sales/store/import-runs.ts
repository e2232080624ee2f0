import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import { timeSql } from '../../database/statements/time.ts'
import type { ImportRun } from './insert-app-transactions.ts'
import type { SaleSource } from './sources.ts'

/** A run that has begun, and where it goes on. */
export interface StartedRun extends ImportRun {
  /** What it was asked for. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** Pages that are stored. */
  readonly pages: number
  /** Where the next page begins; null before the first one, and after the last one. */
  readonly cursor: string | null
}

/** A run of which nobody knows yet how it ended. */
export interface UnfinishedRun extends StartedRun {
  /** So old that the platform may not know its cursor any more. */
  readonly isStale: boolean
}

const insertRunStatement: Statement = {
  name: 'sales_insert_run',
  text: `
    insert into import_runs (workspace_id, id, app_id, source, arguments, actor, created_at)
    values ($1, $2, $3, $4, $5, $6, ${timeSql(7)})`,
}

const insertEndStatement: Statement = {
  name: 'sales_insert_run_end',
  text: `
    insert into import_run_ends (workspace_id, run_id, result, reason, created_at)
    values ($1, $2, $3, $4, ${timeSql(5)})
    on conflict do nothing`,
}

// Imports of a source take turns: only the latest one can be unfinished.
const findUnfinishedStatement: Statement = {
  name: 'sales_find_unfinished_run',
  text: `
    select run.id, run.arguments, coalesce(page.number, 0) as pages, page.cursor,
      run.created_at < now() - interval '1 day' as "isStale"
    from (
      select id, arguments, created_at
      from import_runs
      where workspace_id = $1 and app_id = $2 and source = $3
      order by id desc
      limit 1
    ) run
    left join lateral (
      select number, cursor
      from import_run_pages
      where workspace_id = $1 and run_id = run.id
      order by number desc
      limit 1
    ) page on true
    where not exists (select from import_run_ends where workspace_id = $1 and run_id = run.id)`,
}

// The same bytes under the same order are the same import, which was killed or could not reach the database.
const findCutOffFileStatement: Statement = {
  name: 'sales_find_cut_off_file',
  text: `
    select id
    from import_runs run
    where workspace_id = $1 and app_id = $2 and source = 'manual_file' and arguments @> $3::jsonb
      and not exists (select from import_run_ends where workspace_id = $1 and run_id = run.id)
    order by id desc
    limit 1`,
}

/** Records that a run begins. */
export async function insertRun(
  tx: Queryable,
  run: StartedRun,
  { actor }: { readonly actor: string },
): Promise<void> {
  const { workspaceId, id, appId, source, importedAt = null } = run
  const values = [workspaceId, id, appId, source, JSON.stringify(run.arguments), actor, importedAt]
  await tx.query(insertRunStatement, values)
}

/** Records how a run ended, once. */
export async function endRun(
  database: Queryable,
  { workspaceId, id, importedAt }: Pick<ImportRun, 'workspaceId' | 'id' | 'importedAt'>,
  { result, reason }: { readonly result: 'complete' | 'failed'; readonly reason: string | null },
): Promise<void> {
  await database.query(insertEndStatement, [workspaceId, id, result, reason, importedAt ?? null])
}

/** Finds the run of a file that was cut off, by what it was asked for. */
export async function findCutOffFile(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  order: { readonly sha256: string; readonly restate: boolean },
): Promise<string | undefined> {
  const values = [workspaceId, appId, JSON.stringify(order)]
  const [run] = await database.query<{ id: string }>(findCutOffFileStatement, values)
  return run?.id
}

/** Finds the run that was killed, or given up because the platform could not be reached. */
export async function findUnfinishedRun(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  source: SaleSource,
): Promise<UnfinishedRun | undefined> {
  const [row] = await database.query<Omit<UnfinishedRun, keyof AppScope | 'source' | 'restates'>>(
    findUnfinishedStatement,
    [workspaceId, appId, source],
  )
  return row && { ...row, workspaceId, appId, source, restates: true }
}
