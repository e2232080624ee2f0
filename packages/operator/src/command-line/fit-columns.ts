/** A column of a table, as wide as its widest cell. */
export interface Column {
  readonly name: string
  readonly width: number
  /** What it may be cut to: an amount, a number or a time never is. */
  readonly least: number
}

/** What stands between two columns. */
export const gap = '  '

const textMax = 32

/**
 * Chooses the columns that a terminal has room for: those that decide always, cut where they must be, then the row's id,
 * then the others as far as they fit.
 */
export function fitColumns<C extends Column>(
  columns: readonly C[],
  { room: characters, first, id }: { room: number; first: readonly string[]; id: string },
): readonly C[] {
  const widths = new Map<C, number>()
  let room = characters + gap.length
  function take(column: C): void {
    widths.set(column, column.least)
    room -= column.least + gap.length
  }
  function widen(max: number): void {
    for (const [column, width] of widths) {
      const more = Math.max(0, Math.min(column.width, max, width + room) - width)
      widths.set(column, width + more)
      room -= more
    }
  }
  for (const column of columns) if (first.includes(column.name)) take(column)
  const own = columns.filter(({ name }) => name === id)
  for (const column of [...own, ...columns]) {
    if (!widths.has(column) && column.least + gap.length <= room) take(column)
    widen(textMax)
  }
  widen(Number.POSITIVE_INFINITY)
  return columns.flatMap((column) => {
    const width = widths.get(column)
    return width === undefined ? [] : [{ ...column, width }]
  })
}
