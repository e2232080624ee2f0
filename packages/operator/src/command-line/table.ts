/** Formats records as a table of columns, headed by their member names; one line says so when there are none. */
export function formatTable(rows: readonly object[]): string {
  const [first] = rows
  if (first === undefined) return 'None.\n'
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => formatCell(Reflect.get(row, name))))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(' ') || '-'
  // Names and contacts come from outside: a control character would command the reader's terminal.
  return String(value).replaceAll(/\p{Cc}/gu, '�')
}
