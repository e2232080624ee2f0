import { formatTime } from './format-time.ts'
import { isolate, widthOf } from './isolate.ts'

const gap = '  '
const textCharactersMax = 32

/** What a terminal has room for. */
export interface TableOptions {
  /** Characters in a line of the terminal; without it nothing is left out or cut. */
  readonly columns?: number | undefined
  /** The columns that are always shown: what a person copies into the next command. Default: `id`. */
  readonly pinned?: readonly string[] | undefined
}

/** A table, and the names of the columns that the terminal had no room for. */
export interface Table {
  readonly text: string
  readonly hidden: readonly string[]
}

/** The word or words that head a member, such as `created at` for `createdAt`. */
export function toLabel(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/**
 * Formats records as a table, headed by their member names. Where the terminal is too narrow, the last columns are left
 * out and long texts are cut, so that a row stays a line.
 */
export function formatTable(rows: readonly object[], { columns, pinned = ['id'] }: TableOptions = {}): Table {
  const [first] = rows
  if (first === undefined) return { text: 'Nothing to list.\n', hidden: [] }
  const names = Object.keys(first)
  const cellsOf = (name: string) => rows.map((row) => toCell(Reflect.get(row, name), name, columns, pinned))
  const all = names.map((name) => ({ name, cells: [toLabel(name), ...cellsOf(name)] }))
  const sized = all.map((column) => ({
    ...column,
    width: Math.max(...column.cells.map(widthOf)),
  }))
  const shown = columns === undefined ? sized : chooseFitting(sized, columns, pinned)
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    shown
      .map(({ cells, width }) => pad(cells[line] ?? '', width, columns !== undefined))
      .join(gap)
      .trimEnd(),
  )
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    hidden: names.filter((name) => !shown.some((column) => column.name === name)),
  }
}

/** Says which columns a terminal had no room for; `undefined` where all are shown. */
export function describeHidden({ hidden }: Table): string | undefined {
  if (hidden.length === 0) return undefined
  return `Not shown: ${hidden.map(toLabel).join(', ')}. Use a wider terminal, or --json.`
}

/** Formats one record as a card: a line for each member, its name before its value. */
export function formatCard(record: object, now: Date): string {
  const members = Object.entries(record).filter(([, value]) => value !== undefined)
  const width = Math.max(...members.map(([name]) => toLabel(name).length))
  return members
    .map(([name, value]) => {
      const text = value instanceof Date ? formatTime(value, now) : formatCell(value)
      return `${toLabel(name).padEnd(width)}${gap}${text}\n`
    })
    .join('')
}

/** One value as text. */
export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  const text = Array.isArray(value) ? value.join(' ') || '-' : String(value)
  // Names and contacts come from outside: a control character would command the reader's terminal, and one of direction
  // would show what is not there.
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�')
}

// Only a screen arranges by direction: what goes to a file or another program stays as it is.
function pad(cell: string, width: number, isScreen: boolean): string {
  return `${isScreen ? isolate(cell) : cell}${' '.repeat(width - widthOf(cell))}`
}

interface SizedColumn {
  readonly name: string
  readonly cells: readonly string[]
  readonly width: number
}

function toCell(
  value: unknown,
  name: string,
  ...[columns, pinned]: readonly [number | undefined, readonly string[]]
): string {
  if (columns === undefined) return formatCell(value)
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  const text = formatCell(value)
  const isCut = text.length > textCharactersMax && !pinned.includes(name)
  return isCut ? `${text.slice(0, textCharactersMax - 1)}…` : text
}

/** The columns that fit beside the pinned ones, from the first one on. */
function chooseFitting(
  sized: readonly SizedColumn[],
  columns: number,
  pinned: readonly string[],
): readonly SizedColumn[] {
  const isPinned = ({ name }: SizedColumn) => pinned.includes(name)
  let room = columns + gap.length
  for (const column of sized.filter(isPinned)) room -= column.width + gap.length
  const fitting = new Set<SizedColumn>()
  for (const column of sized.filter((candidate) => !isPinned(candidate))) {
    room -= column.width + gap.length
    if (room < 0) break
    fitting.add(column)
  }
  return sized.filter((column) => isPinned(column) || fitting.has(column))
}
