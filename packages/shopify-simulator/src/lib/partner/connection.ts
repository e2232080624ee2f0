import { partnerError } from './partner-error.ts'

/** The arguments of every connection, beside its filters. */
export interface ConnectionArgs {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
}

/** Which oddity the page has. */
export interface PageOddities {
  /** It begins with the last row of the page before. */
  readonly repeatRow: boolean
  /** Its cursor is the one that was sent, and it says that there is more. */
  readonly sameCursor: boolean
}

export interface PageSource<Row> {
  /** The row at a place, whether a filter hides it or not; `undefined` past the last one. */
  readonly at: (position: number) => Row | undefined
  readonly matches: (row: Row) => boolean
  /** The filters as text: a cursor is good for these alone. */
  readonly filterKey: string
  readonly oddities: PageOddities
}

const pageRowsMax = 100

/** A page in the order of recording. Its cursors are places in that order, so that rows added meanwhile move none. */
export function buildConnectionPage<Row>(args: ConnectionArgs, source: PageSource<Row>) {
  if ((args.last ?? null) !== null || (args.before ?? null) !== null) {
    throw partnerError('400', 'Paging backwards is not simulated')
  }
  const after = args.after ?? null
  const start = after === null ? 0 : readCursor(after, source.filterKey) + 1
  const { repeatRow, sameCursor } = source.oddities
  const rowsMax = Math.min(args.first ?? pageRowsMax, pageRowsMax)
  const found = findRows(source, repeatRow ? Math.max(0, start - 1) : start, rowsMax + 1)
  const edges = found.slice(0, rowsMax).map(({ row, position }) => ({
    cursor: sameCursor && after !== null ? after : writeCursor(position, source.filterKey),
    node: row,
  }))
  return {
    edges,
    pageInfo: { hasNextPage: sameCursor || found.length > rowsMax, hasPreviousPage: start > 0 },
  }
}

function findRows<Row>({ at, matches }: PageSource<Row>, start: number, rowsMax: number) {
  const found: { readonly row: Row; readonly position: number }[] = []
  for (let position = start; found.length < rowsMax; position += 1) {
    const row = at(position)
    if (row === undefined) break
    if (matches(row)) found.push({ row, position })
  }
  return found
}

function writeCursor(position: number, filterKey: string): string {
  return Buffer.from(JSON.stringify([position, filterKey])).toString('base64url')
}

function readCursor(cursor: string, filterKey: string): number {
  try {
    const [position, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string]
    if (key === filterKey && Number.isInteger(position)) return position
  } catch {
    // Not a cursor of ours.
  }
  throw partnerError('400', 'Invalid cursor')
}
