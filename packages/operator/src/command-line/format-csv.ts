// A spreadsheet takes a cell that begins so for a formula, and runs it. A number is one.
const formulaStart = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/

/** Formats records as CSV (RFC 4180), headed by their member names, safe to open in a spreadsheet. */
export function formatCsv(rows: readonly object[], names: readonly string[]): string {
  const lines = [names, ...rows.map((row) => names.map((name) => toText(Reflect.get(row, name))))]
  return lines.map((line) => `${line.map(toCsvCell).join(',')}\r\n`).join('')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(' ') : String(value)
}

function toCsvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
