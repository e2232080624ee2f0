import type { ListPage } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import type { DatabaseFlags } from './database-command.ts'
import { formatCsv } from './format-csv.ts'
import { UsageError } from './operator-error.ts'
import { parseRows, rowsMax, type ValueParser } from './parse-value.ts'
import { suggest } from './suggest.ts'
import { formatTable, toLabel } from './table.ts'
import type { Terminal } from './terminal.ts'

/** The flags of a command that lists. */
export interface ListFlags extends DatabaseFlags {
  readonly limit: number
  readonly after?: string
  readonly csv?: boolean
  readonly columns?: string
}

/** Adds the flags of a list. `after` takes what identifies a row. */
export function addListOptions(command: Command, parseAfter: (name: string) => ValueParser<string>): Command {
  return command
    .option('--limit <rows>', `rows to list, up to ${rowsMax}`, parseRows('--limit'), 50)
    .option('--after <row>', 'go on after this row, the last one of the list before', parseAfter('--after'))
    .option('--columns <names>', 'only these columns, in this order, separated by commas')
    .option('--csv', 'print CSV that a spreadsheet can open safely')
}

/** The part of a list that the flags ask for, and one row too many: it tells whether there are more. */
export function toListPage({ limit, after }: ListFlags): ListPage {
  return { after, limit: limit + 1 }
}

interface ListedRows<Row> {
  readonly rows: readonly Row[]
  readonly toAfter: (row: Row) => string
  readonly toTableRow?: (row: Row) => object
  /** The columns that are shown however narrow the terminal is. Default: `id`. */
  readonly pinned?: readonly string[]
}

/**
 * Prints a list: a table that fits the terminal, CSV, or a JSON array.
 *
 * @param rows - those of `toListPage`
 * @param toAfter - what identifies a row to `--after`
 * @param toTableRow - what the table shows of a row, where it is not the row itself; the most important columns first
 * @throws UsageError when `--columns` names one that the list does not have
 */
export function printList<Row extends object>(
  terminal: Terminal,
  flags: ListFlags,
  { rows, toAfter, toTableRow = (row) => row, pinned }: ListedRows<Row>,
): void {
  const shown = rows.slice(0, flags.limit)
  if (flags.json && flags.csv)
    throw new UsageError('--json and --csv are two formats. Leave one of them out.')
  if (flags.json) terminal.writeData(`${JSON.stringify(shown)}\n`)
  else printRows(terminal, flags, { rows: shown.map(toTableRow), pinned })
  const last = shown.at(-1)
  if (rows.length > shown.length && last !== undefined) {
    terminal.writeMessage(`There are more: go on with --after ${toAfter(last)}\n`)
  }
}

function printRows(
  terminal: Terminal,
  { csv, columns }: Pick<ListFlags, 'csv' | 'columns'>,
  { rows, pinned }: { readonly rows: readonly object[]; readonly pinned: readonly string[] | undefined },
): void {
  const names = Object.keys(rows[0] ?? {})
  const chosen = columns === undefined ? names : chooseColumns(columns, names)
  if (csv) {
    terminal.writeData(formatCsv(rows, chosen))
    return
  }
  const picked = rows.map((row) => Object.fromEntries(chosen.map((name) => [name, Reflect.get(row, name)])))
  const { text, hidden } = formatTable(picked, { columns: terminal.columns, pinned })
  terminal.writeData(text)
  if (hidden.length === 0) return
  terminal.writeMessage(`Not shown: ${hidden.map(toLabel).join(', ')}. Use --columns, --csv or --json.\n`)
}

/** A column may be named as the table heads it, or as `--json` does. */
function chooseColumns(text: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return text.split(',').map((word) => {
    const name = names.find((candidate) => normalize(candidate) === normalize(word))
    if (name !== undefined) return name
    const labels = names.map(toLabel)
    const near = suggest(word.trim(), labels)
    throw new UsageError(
      `--columns: There is no column like that. ${near || `There are: ${labels.join(', ')}.`}`,
    )
  })
}
