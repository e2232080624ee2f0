import { formatCsv, formatCsvLine } from '@affiliate-platform/platform/csv'
import type { ListPage } from '@affiliate-platform/platform/database'
import { type Command, Option } from 'commander'
import type { DatabaseFlags } from './database-command.ts'
import { UsageError } from './operator-error.ts'
import { parseRows, rowsMax } from './parse-value.ts'
import { suggest } from './suggest.ts'
import { formatTable, toLabel } from './table.ts'
import type { Terminal } from './terminal.ts'
import { quote } from './to-command-line.ts'

/** How many rows a list shows. */
export const rowsDefault = 50

export interface ListFlags extends FormatFlags {
  /** Default: 50, of CSV every row. */
  readonly limit?: number
  /** Where the page begins. A list takes one of the two: the id of the last row, or the cursor of the last page. */
  readonly after?: string
  readonly cursor?: string
}

/** The flags of a command that prints rows. */
export interface FormatFlags extends DatabaseFlags, OutputFlag {
  readonly csv?: boolean
  readonly columns?: string
}

export function addListOptions(command: Command, goesOn: Option): Command {
  return addFormatOptions(
    command
      .option(
        '--limit <rows>',
        `rows to list, up to ${rowsMax} (default: ${rowsDefault}, with --csv all)`,
        parseRows('--limit'),
      )
      .addOption(goesOn),
  )
}

/** The flag of a table that is more than a narrow terminal has room for. */
export interface OutputFlag {
  readonly output?: 'wide'
}

export const outputOption = (): Option =>
  new Option('-o, --output <form>', 'wide: every column and whole ids, also on a narrow terminal').choices([
    'wide',
  ])

/** Adds the flags that say how rows are printed. */
export function addFormatOptions(command: Command): Command {
  return command
    .option('--columns <names>', 'only these columns, in this order, separated by commas')
    .addOption(outputOption())
    .option('--csv', 'print CSV that a spreadsheet can open safely')
}

export interface ListPart<Row> {
  readonly rows: readonly Row[]
  /** What the list goes on with; `undefined` where it ends. */
  readonly next: string | undefined
  /** Names by actor. Only the table shows them; CSV and JSON keep the ids, which do not change. */
  readonly actorNames?: ReadonlyMap<string, string>
}

interface PrintedRows<Row> extends Pick<ListPart<Row>, 'rows' | 'actorNames'> {
  readonly toTableRow?: (row: Row) => object | readonly object[]
  readonly toCsvRow?: ((row: Row) => object | readonly object[]) | undefined
  /** The columns that a narrow terminal must not drop, in this order. */
  readonly first?: readonly string[]
  /** The column of the row's own id. Default: `id`. */
  readonly idColumn?: string
}

/**
 * Prints a part of a list, and how to go on.
 *
 * @throws UsageError when `--columns` names one that the list does not have
 */
export function printPart<Row extends object>(
  terminal: Terminal,
  flags: ListFlags,
  { next, goesOn, ...rows }: ListPart<Row> & PrintedRows<Row> & { readonly goesOn: Option },
): void {
  printRows(terminal, flags, rows)
  if (next !== undefined)
    terminal.writeMessage(`There are more: continue with ${goesOn.long} ${quote(next)}\n`)
}

/**
 * Prints rows: a table that fits the terminal, CSV, or a JSON array.
 *
 * @param toTableRow - what the table shows of a row, where it is not the row itself: one row or several; the most
 *   important columns first
 * @param toCsvRow - what CSV shows of it, where that is something else: an amount as a number
 * @throws UsageError when `--columns` names one that there is not
 */
export function printRows<Row extends object>(
  terminal: Terminal,
  { json, csv, columns, output }: FormatFlags,
  { rows: records, toTableRow = (row) => row, toCsvRow = toTableRow, ...shown }: PrintedRows<Row>,
): void {
  if (json && csv) throw new UsageError('--json and --csv are different formats. Leave one of them out.')
  if (json) {
    terminal.writeData(`${JSON.stringify(records)}\n`)
    return
  }
  const rows: readonly object[] = records.flatMap(csv ? toCsvRow : toTableRow)
  const chosen = chooseColumns(columns, rows)
  if (csv) {
    terminal.writeData(formatCsvLine(chosen) + formatCsv(rows, chosen))
    return
  }
  const toCell = (name: string, value: unknown) =>
    (name === 'actor' && shown.actorNames?.get(String(value))) || value
  const picked = rows.map((row) =>
    Object.fromEntries(chosen.map((name) => [name, toCell(name, Reflect.get(row, name))])),
  )
  // Whoever names columns gets them, in their order and in whole.
  const { text, hidden } = formatTable(picked, {
    columns: terminal.columns,
    first: columns === undefined ? shown.first : chosen,
    id: shown.idColumn,
    isWide: output === 'wide' || columns !== undefined,
  })
  terminal.writeData(text)
  if (hidden.length === 0) return
  terminal.writeMessage(
    `Not shown: ${hidden.map(toLabel).join(', ')}. Use -o wide, --columns, --csv or --json.\n`,
  )
}

interface WholeList<Row> extends Pick<PrintedRows<Row>, 'toTableRow' | 'toCsvRow'> {
  readonly after: string | undefined
  readonly readPart: (page: ListPage) => Promise<ListPart<Row>>
}

/** Prints a whole list as CSV, part by part: no more than a part of it is held. */
export async function printWholeCsv<Row extends object>(
  terminal: Terminal,
  { columns }: FormatFlags,
  { after: start, readPart, toTableRow = (row) => row, toCsvRow = toTableRow }: WholeList<Row>,
): Promise<void> {
  let chosen: readonly string[] | undefined
  let after = start
  do {
    const part = await readPart({ after, limit: rowsMax })
    const rows = part.rows.flatMap(toCsvRow)
    const head = chosen === undefined
    chosen ??= chooseColumns(columns, rows)
    terminal.writeData((head ? formatCsvLine(chosen) : '') + formatCsv(rows, chosen))
    after = part.next
  } while (after !== undefined)
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
    const all = `Columns: ${labels.join(', ')}.`
    throw new UsageError(`--columns: Unknown column. ${[near, all].filter(Boolean).join(' ')}`)
  })
}
