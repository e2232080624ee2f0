// A spreadsheet takes a cell that begins so for a formula, and runs it, some also where the sign is full-width. A number is one.
const formulaStart = /^(?!-\d+(?:\.\d+)?$)[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/

/** Formats members of records as lines of CSV (RFC 4180), safe to open in a spreadsheet. */
export function formatCsv(rows: readonly object[], names: readonly string[]): string {
  return rows.map((row) => formatCsvLine(names.map((name) => toText(Reflect.get(row, name))))).join('')
}

/** A line of CSV with its CRLF; cells that need it are quoted, and no cell begins a formula. */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(' ') : String(value)
}

function toCsvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
