import type { ListPage } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import type { DatabaseFlags } from './database-command.ts'
import { parseRows, rowsMax, type ValueParser } from './parse-value.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

/** The flags of a command that lists. */
export interface ListFlags extends DatabaseFlags {
  readonly limit: number
  readonly after?: string
}

/** Adds the flags of a list. `after` takes what identifies a row. */
export function addListOptions(command: Command, parseAfter: (name: string) => ValueParser<string>): Command {
  return command
    .option('--limit <rows>', `rows at most, up to ${rowsMax}`, parseRows('--limit'), 50)
    .option('--after <row>', 'go on after this row, the last one of the list before', parseAfter('--after'))
}

/** The part of a list that the flags ask for, and one row too many: it tells whether there are more. */
export function toListPage({ limit, after }: ListFlags): ListPage {
  return { after, limit: limit + 1 }
}

interface ListedRows<Row> {
  readonly rows: readonly Row[]
  readonly toAfter: (row: Row) => string
  readonly toTableRow?: (row: Row) => object
}

/**
 * Prints a list: a table, or a JSON array.
 *
 * @param rows - those of `toListPage`
 * @param toAfter - what identifies a row to `--after`
 * @param toTableRow - what the table shows of a row, where it is not the row itself
 */
export function printList<Row extends object>(
  terminal: Terminal,
  flags: ListFlags,
  { rows, toAfter, toTableRow = (row) => row }: ListedRows<Row>,
): void {
  const shown = rows.slice(0, flags.limit)
  terminal.writeData(flags.json ? `${JSON.stringify(shown)}\n` : formatTable(shown.map(toTableRow)))
  const last = shown.at(-1)
  if (rows.length > shown.length && last !== undefined) {
    terminal.writeMessage(`There are more: go on with --after ${toAfter(last)}\n`)
  }
}
