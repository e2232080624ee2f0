import type { ListPage } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import type { DatabaseFlags } from './database-command.ts'
import { formatCsv, formatCsvLine } from './format-csv.ts'
import { UsageError } from './operator-error.ts'
import { parseRows, rowsMax, type ValueParser } from './parse-value.ts'
import { suggest } from './suggest.ts'
import { formatTable, toLabel } from './table.ts'
import type { Terminal } from './terminal.ts'

const rowsDefault = 50

/** The flags of a command that lists. */
export interface ListFlags extends FormatFlags {
  /** Default: 50, of CSV every row. */
  readonly limit?: number
  readonly after?: string
}

/** The flags of a command that prints rows. */
export interface FormatFlags extends DatabaseFlags {
  readonly csv?: boolean
  readonly columns?: string
}

/** Adds the flags of a list. `after` takes what identifies a row. */
export function addListOptions(command: Command, parseAfter: (name: string) => ValueParser<string>): Command {
  return addFormatOptions(
    command
      .option(
        '--limit <rows>',
        `rows to list, up to ${rowsMax} (default: 50, with --csv all)`,
        parseRows('--limit'),
      )
      .option(
        '--after <row>',
        'continue after this row, the last one of the previous list',
        parseAfter('--after'),
      ),
  )
}

/** Adds the flags that say how rows are printed. */
export function addFormatOptions(command: Command): Command {
  return command
    .option('--columns <names>', 'only these columns, in this order, separated by commas')
    .option('--csv', 'print CSV that a spreadsheet can open safely')
}

/** The part of a list that the flags ask for, and one row too many: it tells whether there are more. */
export function toListPage({ limit = rowsDefault, after }: ListFlags): ListPage {
  return { after, limit: limit + 1 }
}

interface ListedRows<Row> extends PrintedRows<Row> {
  readonly toAfter: (row: Row) => string
}

interface PrintedRows<Row> {
  readonly rows: readonly Row[]
  readonly toTableRow?: (row: Row) => object
  readonly toCsvRow?: ((row: Row) => object) | undefined
  /** The columns that are shown however narrow the terminal is. Default: `id`. */
  readonly pinned?: readonly string[]
}

/**
 * Prints a page of a list, and how to go on.
 *
 * @param rows - those of `toListPage`
 * @param toAfter - what identifies a row to `--after`
 * @throws UsageError when `--columns` names one that the list does not have
 */
export function printList<Row extends object>(
  terminal: Terminal,
  flags: ListFlags,
  { rows, toAfter, ...format }: ListedRows<Row>,
): void {
  const shown = rows.slice(0, flags.limit ?? rowsDefault)
  printRows(terminal, flags, { ...format, rows: shown })
  const last = shown.at(-1)
  if (rows.length > shown.length && last !== undefined) {
    terminal.writeMessage(`There are more: continue with --after ${toAfter(last)}\n`)
  }
}

/**
 * Prints rows: a table that fits the terminal, CSV, or a JSON array.
 *
 * @param toTableRow - what the table shows of a row, where it is not the row itself; the most important columns first
 * @param toCsvRow - what CSV shows of it, where that is something else: an amount as a number
 * @throws UsageError when `--columns` names one that there is not
 */
export function printRows<Row extends object>(
  terminal: Terminal,
  { json, csv, columns }: FormatFlags,
  { rows: records, toTableRow = (row) => row, toCsvRow = toTableRow, pinned }: PrintedRows<Row>,
): void {
  if (json && csv) throw new UsageError('--json and --csv are different formats. Leave one of them out.')
  if (json) {
    terminal.writeData(`${JSON.stringify(records)}\n`)
    return
  }
  const rows: readonly object[] = records.map(csv ? toCsvRow : toTableRow)
  const chosen = chooseColumns(columns, rows)
  if (csv) {
    terminal.writeData(formatCsvLine(chosen) + formatCsv(rows, chosen))
    return
  }
  const picked = rows.map((row) => Object.fromEntries(chosen.map((name) => [name, Reflect.get(row, name)])))
  const { text, hidden } = formatTable(picked, { columns: terminal.columns, pinned })
  terminal.writeData(text)
  if (hidden.length === 0) return
  terminal.writeMessage(`Not shown: ${hidden.map(toLabel).join(', ')}. Use --columns, --csv or --json.\n`)
}

/** What a list that is printed as a whole reads. */
interface WholeList<Row> extends Pick<ListedRows<Row>, 'toAfter' | 'toTableRow' | 'toCsvRow'> {
  readonly readPage: (page: ListPage) => Promise<readonly Row[]>
}

/** Prints a whole list as CSV, page by page: no more than a page of it is held. */
export async function printWholeCsv<Row extends object>(
  terminal: Terminal,
  { columns, after: start }: ListFlags,
  { readPage, toAfter, toTableRow = (row) => row, toCsvRow = toTableRow }: WholeList<Row>,
): Promise<void> {
  let chosen: readonly string[] | undefined
  let after = start
  for (;;) {
    const page = await readPage({ after, limit: rowsMax })
    const rows = page.map(toCsvRow)
    const head = chosen === undefined
    chosen ??= chooseColumns(columns, rows)
    terminal.writeData((head ? formatCsvLine(chosen) : '') + formatCsv(rows, chosen))
    const last = page.at(-1)
    if (last === undefined || page.length < rowsMax) return
    after = toAfter(last)
  }
}

/** The columns that are asked for: each may be named as the table heads it, or as `--json` does. Default: all. */
function chooseColumns(text: string | undefined, rows: readonly object[]): readonly string[] {
  const names = Object.keys(rows[0] ?? {})
  if (text === undefined || names.length === 0) return names
  const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return text.split(',').map((word) => {
    const name = names.find((candidate) => normalize(candidate) === normalize(word))
    if (name !== undefined) return name
    const labels = names.map(toLabel)
    const near = suggest(word.trim(), labels)
    throw new UsageError(`--columns: There is no such column. ${near || `There are: ${labels.join(', ')}.`}`)
  })
}
