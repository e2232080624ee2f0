import type { ListQuery } from '@affiliate-platform/contract'
import type { ListSource, RowPosition } from '@affiliate-platform/contract/server'
import type { FakeRecord } from './build-records.ts'

/** A record of a list in memory: the row as it is sent, and what only filters see. */
export interface MemoryRow extends FakeRecord<MemorySummary, object> {
  readonly explanation?: object
}

type MemorySummary = {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly status: string
} & Partial<Record<(typeof idFilters)[number] | (typeof searched)[number], string | null | undefined>> & {
    readonly amount?: { readonly amountMinor: string; readonly currency: string }
    readonly postedAt?: string
  }

const idFilters = ['programId', 'groupId', 'membershipId', 'payoutId'] as const

/** Reads the records of a list as they are now, newest first. */
export type ReadRows = (name: string) => readonly MemoryRow[]

/** Makes the records of one list, in memory. */
export function createMemoryList(
  { name: list }: { readonly name: string },
  readRows: ReadRows,
): ListSource<MemoryRow, undefined> {
  return {
    areFiltersAccessible: async (_context, _app, query) =>
      idFilters.every((name) => {
        const named = query[name]
        const rows = readRows(`${name.slice(0, -'Id'.length)}s`)
        return named === undefined || rows.some(({ summary }) => summary.id === named)
      }),
    listRows: async (_context, { query, after }) => ({
      rows: selectBooked(
        readRows(list).filter((row) => matches(row, query)),
        query,
      )
        .filter((row) => after === undefined || compare(toPosition(row), after) < 0)
        .slice(0, query.limit + 1),
    }),
    toPosition,
    toSummary: ({ summary }) => summary,
  }
}

/** The members of rows that hold a name. */
const searched = ['name', 'groupName', 'memberName', 'shopDomain'] as const

const toPosition = ({ createdAtMs, summary: { id } }: MemoryRow): RowPosition => ({
  sortKey: createdAtMs,
  id,
})

const compare = (a: RowPosition, b: RowPosition): number =>
  a.sortKey - b.sortKey || (a.id < b.id ? -1 : a.id === b.id ? 0 : 1)

/** For sorting: the newest first. */
export const compareAge = (a: MemoryRow, b: MemoryRow): number => compare(toPosition(b), toPosition(a))

/** Where a time of booking is asked for, the rows of that time in the order of booking; else all as they are. */
function selectBooked(rows: readonly MemoryRow[], query: ListQuery): readonly MemoryRow[] {
  const { postedFromMs, postedToMs } = query
  if (postedFromMs === undefined && postedToMs === undefined) return rows
  return rows
    .map((row) => ({ ...row, createdAtMs: Date.parse(row.summary.postedAt ?? '') }))
    .filter(({ createdAtMs: ms }) => ms >= (postedFromMs ?? -Infinity) && ms < (postedToMs ?? Infinity))
    .sort(compareAge)
}

function matches({ summary, createdAtMs, ...hidden }: MemoryRow, query: ListQuery): boolean {
  const { fromMs = -Infinity, toMs = Infinity, search = '' } = query
  const values = { ...hidden, ...summary, currency: summary.amount?.currency }
  return (
    ([...idFilters, 'currency', 'status'] as const).every(
      (name) => query[name] === undefined || query[name] === values[name],
    ) &&
    createdAtMs >= fromMs &&
    createdAtMs < toMs &&
    searched.some((name) => values[name]?.toUpperCase().includes(search.toUpperCase()))
  )
}
