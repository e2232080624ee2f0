import { type Column, fitColumns, gap } from './fit-columns.ts'
import { formatTime } from './format-time.ts'
import { isolate, widthOf } from './isolate.ts'
import { isId } from './parse-value.ts'

/** What a screen shows of a table. Where no screen does, nothing is moved, cut or left out. */
export interface TableOptions {
  /** Characters in a line of the terminal; undefined where the table goes to a file or another program. */
  readonly columns?: number | undefined
  /** The columns that decide: they come first, and are shown however narrow the terminal is. */
  readonly first?: readonly string[] | undefined
  /** The column with what a person copies into the next command. Default: `id`. */
  readonly id?: string | undefined
  /** Every column in whole, however long the lines become. */
  readonly isWide?: boolean
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

/** What stands for an id on a screen: its end, for ids of one time begin alike (D325). Commands take it as the id. */
export const shortenId = (id: string): string => (isId(id) ? id.slice(-8) : id)

/**
 * Formats records as a table, headed by their member names. On a screen the columns that decide come first and ids
 * last and short; where it is too narrow, the last columns are left out and texts are cut, so that a row stays a line.
 */
export function formatTable(rows: readonly object[], options: TableOptions = {}): Table {
  const { columns: room, first = [], id = 'id', isWide = false } = options
  const [firstRow] = rows
  if (firstRow === undefined) return { text: 'Nothing to list.\n', hidden: [] }
  const isScreen = room !== undefined
  const isFitted = isScreen && !isWide
  const names = isScreen ? toScreenOrder(Object.keys(firstRow), first, id) : Object.keys(firstRow)
  const all = names.map((name) => toColumn(name, rows, { isScreen, isFitted }))
  const shown = isFitted ? fitColumns(all, { room, first, id }) : all
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    shown
      .map(({ name, cells, width }) => pad(cut(cells[line] ?? '', width, isIdName(name)), width, isScreen))
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
  return `Not shown: ${hidden.map(toLabel).join(', ')}. Use -o wide or --json.`
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

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  const text = Array.isArray(value) ? value.join(' ') || '-' : String(value)
  // Names and contacts come from outside: a control character would command the reader's terminal, and one of direction
  // would show what is not there.
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�')
}

/** Whether a member is an id. */
export const isIdName = (name: string) => /^id$|Id$/.test(name)

/** What decides, the rest in its order, the row's own id, then the ids of other records. */
function toScreenOrder(names: readonly string[], first: readonly string[], id: string): readonly string[] {
  const decide = first.filter((name) => names.includes(name))
  const others = names.filter((name) => !decide.includes(name) && name !== id)
  return [
    ...decide,
    ...others.filter((name) => !isIdName(name)),
    ...names.filter((name) => name === id && !decide.includes(id)),
    ...others.filter(isIdName),
  ]
}

interface FilledColumn extends Column {
  /** The label and the cell of each row. */
  readonly cells: readonly string[]
}

// A number, with its currency if it is an amount: a part of it would be another one.
const amountPattern = /^-?\d[\d.]*(?: [A-Z]{3})?$/

// States such as partially_reported differ late.
const wordPattern = /^[a-z_]+$/

function toColumn(name: string, rows: readonly object[], form: CellForm): FilledColumn {
  const label = toLabel(name)
  const values = rows.map((row) => Reflect.get(row, name))
  const texts = values.map((value) => toCell(value, isIdName(name), form))
  const width = Math.max(...[label, ...texts].map(widthOf))
  const isWhole =
    values.some((value) => isIdName(name) && isId(String(value))) ||
    texts.some((text) => minutePattern.test(text))
  const textMin = texts.every((text) => wordPattern.test(text) || text === '-') ? 12 : 10
  const isCut = !isWhole && !texts.some((text) => amountPattern.test(text))
  return {
    name,
    cells: [label, ...texts],
    width,
    least: isCut ? Math.min(width, Math.max(textMin, label.length)) : width,
  }
}

interface CellForm {
  readonly isScreen: boolean
  readonly isFitted: boolean
}

// Some rows have times as texts.
const instantPattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/
const minutePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

/** On a screen every time has one form, to the minute; what goes to a file or another program is exact. */
function toCell(value: unknown, isIdColumn: boolean, { isScreen, isFitted }: CellForm): string {
  const text = formatCell(value)
  if (isIdColumn) return isFitted ? shortenId(text) : text
  return isScreen ? text.replace(instantPattern, '$1 $2') : text
}

/** A text in so many places; of an id the end is left, which tells it apart. */
function cut(text: string, width: number, isIdColumn: boolean): string {
  if (widthOf(text) <= width) return text
  const characters = [...text]
  while (widthOf(characters.join('')) > width - 1) {
    if (isIdColumn) characters.shift()
    else characters.pop()
  }
  return isIdColumn ? `…${characters.join('')}` : `${characters.join('')}…`
}

// Only a screen arranges by direction: what goes to a file or another program stays as it is.
function pad(cell: string, width: number, isScreen: boolean): string {
  return `${isScreen ? isolate(cell) : cell}${' '.repeat(width - widthOf(cell))}`
}
