import type { Statement, Transaction } from '../../database/statements/database.ts'
import { planAnew } from '../../database/statements/plan-anew.ts'
import { readDatabaseTime, timeSql } from '../../database/statements/time.ts'
import type { AppTransaction, SalesPage, SetAsideReason } from '../app-transaction.ts'
import { type ImportRun, insertAppTransactions, type RowCounts } from './insert-app-transactions.ts'
import { keepMisplaced, placeRows } from './misplaced-sales.ts'
import { keepReferred } from './referred-shops.ts'
import { isSourceAt, listSaleSources, type SourcePeriod } from './sources.ts'

/** A row that is listed for a person instead of being guessed at. */
export interface PageRow {
  readonly platformId: string
  readonly reason: SetAsideReason
}

export interface StoredPage extends RowCounts {
  readonly read: number
  readonly replaced: number
  readonly unreferred: number
  readonly older: readonly { readonly platformId: string }[]
  readonly setAside: readonly PageRow[]
}

/** A page as it is stored: its number in the run, and where the walk goes on. */
export interface NumberedPage extends SalesPage {
  readonly number: number
  readonly cursor: string | null
}

type CopiedRow = PageRow & { readonly copy: Readonly<Record<string, string | null>> }

/** How far the clock of a source may be ahead of the database's. */
const skewMs = 5000

const insertSetAsideStatement: Statement = {
  name: 'sales_insert_set_aside',
  text: `
    insert into rows_set_aside (workspace_id, app_id, run_id, platform_id, reason, copy, created_at)
    select $1, $2, $3, sent."platformId", sent.reason, sent.copy, ${timeSql(5)}
    from jsonb_to_recordset($4) as sent ("platformId" text, "reason" text, "copy" jsonb)
    order by sent."platformId" collate "C"
    on conflict do nothing`,
}

const insertPageStatement: Statement = {
  name: 'sales_insert_page',
  text: `
    insert into import_run_pages
      (workspace_id, run_id, number, cursor, rows_read, rows_new, rows_revised, rows_known, rows_unreferred,
       rows_set_aside, rows_replaced, rows_older, first_collected_at, last_collected_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, ${timeSql(15)})
    on conflict do nothing`,
}

const findPageStatement: Statement = {
  name: 'sales_find_page',
  text: 'select 1 from import_run_pages where workspace_id = $1 and run_id = $2 and number = $3 and rows_read = $4',
}

/** Stores a page of sales with its counts, in the caller's transaction. The same page of the same run again changes nothing. */
export async function storePage(tx: Transaction, run: ImportRun, page: NumberedPage): Promise<StoredPage> {
  const key = [run.workspaceId, run.id, page.number, page.read]
  const [, stored, sources, now] = await Promise.all([
    planAnew(tx),
    tx.query(findPageStatement, key),
    listSaleSources(tx, run),
    readDatabaseTime(tx),
  ])
  if (stored.length === 0) return await storeNewPage(tx, run, { page, sources, now })
  const { read, rows, replaced } = page
  return { read, replaced, added: 0, revised: 0, known: rows.length, unreferred: 0, older: [], setAside: [] }
}

async function storeNewPage(
  tx: Transaction,
  run: ImportRun,
  { page, sources, now }: { page: NumberedPage; sources: readonly SourcePeriod[]; now: Date },
): Promise<StoredPage> {
  const { workspaceId, appId, id, importedAt = null } = run
  const [past, toCome] = part(page.rows, (atMs) => atMs <= now.getTime() + skewMs)
  const [own, otherTimes] = part(past, (atMs) => isSourceAt(sources, { source: run.source, instantMs: atMs }))
  const { rows: placed, misplaced: named, lateIds } = await placeRows(tx, run, own)
  const misplaced = named.filter(({ row }) => !lateIds.has(row.platformId))
  const referred = await keepReferred(tx, run, placed)
  const inserted = await insertAppTransactions(tx, run, referred)
  const { foreign: ofOtherSource, older: olderRevisions, ...counts } = inserted
  const counted = referred.filter(
    (row) => !olderRevisions.includes(row) && !ofOtherSource.includes(row) && !lateIds.has(row.platformId),
  )
  const late = named.map(({ row }) => row).filter(({ platformId }) => lateIds.has(platformId))
  const older = [...olderRevisions, ...late]
  await keepMisplaced(tx, run, { misplaced, placedIds: counted.map(({ platformId }) => platformId) })
  const setAside: readonly CopiedRow[] = [
    ...page.setAside,
    ...toCome.map((row) => copyRow(row, 'in_future')),
    ...[...otherTimes, ...ofOtherSource].map(copyWithoutAmounts),
    ...misplaced.map(({ row }) => copyRow(row, 'other_shop')),
  ]
  const unreferred = placed.length - referred.length
  if (setAside.length > 0) {
    tx.write(insertSetAsideStatement, [workspaceId, appId, id, JSON.stringify(setAside), importedAt])
  }
  // The watermark of an app follows from these: a time to come would leave out all sales until then.
  const times = past.map(({ collectedAt }) => collectedAt).sort()
  tx.write(insertPageStatement, [
    workspaceId,
    id,
    page.number,
    page.cursor,
    page.read,
    counts.added,
    counts.revised,
    counts.known,
    unreferred,
    setAside.length,
    page.replaced,
    older.length,
    times[0] ?? null,
    times.at(-1) ?? null,
    importedAt,
  ])
  const listed = setAside.map(({ platformId, reason }) => ({ platformId, reason }))
  const { read, replaced } = page
  const toId = ({ platformId }: AppTransaction) => ({ platformId })
  return { ...counts, read, replaced, unreferred, older: older.map(toId), setAside: listed }
}

/** Parts rows by their times: those that pass, and the others. */
function part(
  rows: readonly AppTransaction[],
  passes: (collectedAtMs: number) => boolean,
): readonly [readonly AppTransaction[], readonly AppTransaction[]] {
  const isFirst = ({ collectedAt }: AppTransaction) => passes(Date.parse(collectedAt))
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))]
}

function copyRow({ platformId, ...row }: AppTransaction, reason: SetAsideReason): CopiedRow {
  const { kind, shopDomain, gross, grossCurrency, net, netCurrency, collectedAt } = row
  const copy = { kind, shopDomain, gross, grossCurrency, net, netCurrency, collectedAt }
  return { platformId, reason, copy }
}

function copyWithoutAmounts({ platformId, kind, shopDomain, collectedAt }: AppTransaction): CopiedRow {
  return { platformId, reason: 'other_source', copy: { kind, shopDomain, collectedAt } }
}
