/** A part of a result file that one request carries, with the header in front. */
export interface FilePart {
  readonly content: string
  readonly rowsBefore: number
}

const charactersMax = 15_000

/** Splits a result file between rows, so that any number of them can be sent. */
export function splitResultFile(text: string): readonly FilePart[] {
  const [header = '', ...rows] = toRows(text)
  const parts: FilePart[] = []
  for (let start = 0; start < rows.length || parts.length === 0; ) {
    let content = header
    let end = start
    do content += `\n${rows[end++] ?? ''}`
    while (end < rows.length && content.length + (rows[end]?.length ?? 0) < charactersMax)
    parts.push({ content, rowsBefore: start })
    start = end
  }
  return parts
}

function toRows(text: string): readonly string[] {
  const rows: string[] = []
  let row: string[] = []
  let isQuoted = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    row.push(line)
    // A line break within quotes belongs to a field.
    if (line.split('"').length % 2 === 0) isQuoted = !isQuoted
    if (isQuoted) continue
    rows.push(row.join('\n'))
    row = []
  }
  return [...rows, row.join('\n')].filter((one) => one.trim() !== '')
}

/** A payment as a row of a result file tells it. */
interface ResultRow {
  readonly payoutId: string
  /** In major units. */
  readonly amount: string
  readonly currency: string
}

/** Writes the result file of payments that were made together. */
export function writeResultFile(
  rows: readonly ResultRow[],
  { reference, paidOn }: Readonly<Record<'reference' | 'paidOn', string>>,
): string {
  const made = [reference, paidOn].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  const lines = rows.map(({ payoutId, amount, currency }) => `${payoutId},${amount},${currency},${made}`)
  return ['reference,amount,currency,transaction,paid_at', ...lines].join('\n')
}
