import type { Database } from '../database/statements/database.ts'
import { continueImport, type ImportOrder, type ImportReport, startImport } from './import-sales.ts'
import { readSalesFile, surveySalesFile } from './sales-file.ts'
import { findCutOffFile } from './store/import-runs.ts'
import type { PageRow } from './store/store-page.ts'

/** A file of sales that is imported. */
export interface SalesFileOrder extends Omit<ImportOrder, 'source' | 'arguments'> {
  /** What it is called, for a person. */
  readonly file: string
  /** Whether an older content of a sale counts where the file tells it again. Default: it does not (D184). */
  readonly restate?: boolean
  /** Begins to read the file: once for its ids, and once for its sales. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** What an import of a file did. */
export interface SalesFileReport extends ImportReport {
  readonly setAside: readonly (PageRow & Placed)[]
  readonly older: readonly ({ readonly platformId: string } & Placed)[]
}

/** Where a row stands in the file. */
interface Placed {
  readonly line: number
}

const source = 'manual_file'

/**
 * Imports a file of sales, and posts them. Of each sale the last line counts; a line with an older content than the one that
 * was imported last is told, and counts only where the file is to restate it. An import that was cut off goes on with the
 * same file, and ends as if it had not been.
 *
 * @throws SalesFileError for the first line that is no sale: nothing was imported
 * @throws OtherSourceError where another source is the app's
 *
 * @example
 * ```ts
 * const open = () => createReadStream(path)
 * const { older } = await importSalesFile(database, { workspaceId, appId, actor, file: 'sales.ndjson', open })
 * ```
 */
export async function importSalesFile(database: Database, order: SalesFileOrder): Promise<SalesFileReport> {
  const { workspaceId, appId, actor, idAt, importedAt, file, restate = false, open } = order
  const survey = await surveySalesFile(open())
  const asked = { sha256: survey.sha256, restate }
  const cutOff = await findCutOffFile(database, order, asked)
  const run =
    cutOff === undefined
      ? await startImport(database, { ...order, source, arguments: { file, ...asked } })
      : {
          workspaceId,
          appId,
          source,
          id: cutOff,
          restates: restate,
          importedAt,
          arguments: asked,
          pages: 0,
          cursor: null,
        }
  const report = await continueImport(
    database,
    { run: { ...run, source }, actor, idAt, staysOpen: () => true },
    readSalesFile(open(), survey),
  )
  const place = <Row extends { readonly platformId: string }>(row: Row): Row & Placed => ({
    ...row,
    line: survey.lastLines.get(row.platformId) ?? 0,
  })
  return { ...report, older: report.older.map(place), setAside: report.setAside.map(place) }
}
