import type { SuiteReport, Table } from './suite-report.ts'

/** A report for a terminal. */
export function toText({ title, remarks, figures, goals, reasons }: SuiteReport): string {
  const goalText = goals.length > 1 ? ['', toTextTable(goals), ...reasons.map((reason) => `  ${reason}`)] : []
  return [
    `\n${title}`,
    ...remarks.map((remark) => `  ${remark}`),
    '',
    toTextTable(figures),
    ...goalText,
    '',
  ].join('\n')
}

/** A report for a README. */
export function toMarkdown({ title, remarks, figures, goals, reasons }: SuiteReport): string {
  const goalText =
    goals.length > 1 ? [toMarkdownTable(goals), '', ...reasons.map((reason) => `- ${reason}`), ''] : []
  return [
    `## ${title}`,
    '',
    ...remarks.map((remark) => `- ${remark}`),
    '',
    toMarkdownTable(figures),
    '',
    ...goalText,
  ].join('\n')
}

function toTextTable(table: Table): string {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)

/** A table in Markdown. */
export function toMarkdownTable([heading = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const alignment = heading.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(heading), line(alignment), ...rows.map(line)].join('\n')
}
