import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { HistoryReport } from './history-report.ts'
import type { HistoryStep } from './steps.ts'

/** What the sources of histories are called. */
export const sourceNames = { mantle: 'Mantle', partnerdex: 'PartnerDex' } as const

/** What an import is known by: the same again is the same import. */
export interface HistoryOrder extends AppScope {
  readonly source: keyof typeof sourceNames
  readonly name: string
  readonly sha256: string
  readonly cutOverAt: Date
  readonly settings: Readonly<Record<string, unknown>>
  readonly actor: string
}

/** An import that has begun, and who does it. */
export interface HistoryScope extends HistoryOrder {
  readonly importId: string
}

/** How far an import is. */
export interface HistoryCheckpoint {
  readonly step: HistoryStep
  readonly after: string
  readonly report: HistoryReport | null
}

const findStatement: Statement = {
  name: 'history_find_import',
  text: `
    select history.id, ended.report
    from history_imports history
    left join history_import_ends ended on ended.workspace_id = $1 and ended.import_id = history.id
    where history.workspace_id = $1 and history.app_id = $2 and history.sha256 = $3 and history.source = $4
      and history.cut_over_at = $5 and history.settings = $6::jsonb and not exists (
        select from history_import_undos undo where undo.workspace_id = $1 and undo.import_id = history.id
      )
    order by history.id
    limit 1`,
}

const insertStatement: Statement = {
  name: 'history_insert_import',
  text: `
    insert into history_imports (workspace_id, id, app_id, source, name, sha256, cut_over_at, settings, actor)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const insertEndStatement: Statement = {
  name: 'history_insert_end',
  text: 'insert into history_import_ends (workspace_id, import_id, report) values ($1, $2, $3)',
}

/** Finds the import of the same content, complete or not, unless it was undone. */
export async function findImport(
  database: Queryable,
  { workspaceId, appId, sha256, source, cutOverAt, settings }: HistoryOrder,
): Promise<{ readonly id: string; readonly report: HistoryReport | null } | undefined> {
  const values = [workspaceId, appId, sha256, source, cutOverAt, JSON.stringify(settings)]
  const [found] = await database.query<{ id: string; report: HistoryReport | null }>(findStatement, values)
  return found
}

/** Records that an import begins. */
export async function insertHistoryImport(tx: Queryable, order: HistoryOrder): Promise<string> {
  const { workspaceId, appId, source, name, sha256, cutOverAt, settings, actor } = order
  const id = newId()
  await tx.query(insertStatement, [
    ...[workspaceId, id, appId, source, name, sha256, cutOverAt, JSON.stringify(settings), actor],
  ])
  return id
}

/** Records that an import is complete. */
export async function insertEnd(tx: Queryable, scope: HistoryScope, report: HistoryReport): Promise<void> {
  await tx.query(insertEndStatement, [scope.workspaceId, scope.importId, JSON.stringify(report)])
}

// Another import of the app that has taken something would be left half done for ever. One that has not is given up.
const takeStatement: Statement = {
  name: 'history_take_progress',
  text: `
    insert into history_progress (workspace_id, app_id, import_id, holder, step, after)
    values ($1, $2, $3, $4, $5, '')
    on conflict (workspace_id, app_id) do update set holder = excluded.holder, import_id = excluded.import_id,
      after = case when history_progress.import_id = excluded.import_id then history_progress.after else '' end
    where history_progress.import_id = excluded.import_id or history_progress.step = 'stage'
    returning step, after, report`,
}

const discardStatement: Statement = {
  name: 'history_discard_rows',
  isSlow: true,
  text: `
    delete from history_rows
    where workspace_id = $1 and import_id in (
      select id from history_imports history
      where history.workspace_id = $1 and history.app_id = $2 and history.id <> $3 and not exists (
        select from history_import_ends ended where ended.workspace_id = $1 and ended.import_id = history.id
      )
    )`,
}

const advanceStatement: Statement = {
  name: 'history_advance',
  text: `
    update history_progress set step = $4, after = $5, report = coalesce($6, report)
    where workspace_id = $1 and app_id = $2 and import_id = $3`,
}

const removeStatement: Statement = {
  name: 'history_remove_progress',
  text: 'delete from history_progress where workspace_id = $1 and app_id = $2 and import_id = $3',
}

/** Takes an import over from whoever had it. Returns nothing where another import of the app is not complete. */
export async function takeCheckpoint(
  tx: Queryable,
  { workspaceId, appId, importId }: HistoryScope,
  first: { readonly holder: string; readonly step: HistoryStep },
): Promise<HistoryCheckpoint | undefined> {
  const values = [workspaceId, appId, importId, first.holder, first.step]
  const [progress] = await tx.query<HistoryCheckpoint>(takeStatement, values)
  if (progress !== undefined) await tx.query(discardStatement, [workspaceId, appId, importId])
  return progress
}

/** Says how far the import is. */
export async function advance(
  tx: Queryable,
  { workspaceId, appId, importId }: HistoryScope,
  { step, after, report }: HistoryCheckpoint,
): Promise<void> {
  const json = report === null ? null : JSON.stringify(report)
  await tx.query(advanceStatement, [workspaceId, appId, importId, step, after, json])
}

/** Forgets how far the import is: it is complete. */
export async function removeCheckpoint(
  tx: Queryable,
  { workspaceId, appId, importId }: HistoryScope,
): Promise<void> {
  await tx.query(removeStatement, [workspaceId, appId, importId])
}
