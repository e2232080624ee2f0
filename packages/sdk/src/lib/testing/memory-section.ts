import { isCurrencyCode, type ListQuery } from '@affiliate-platform/contract'
import type { Cursors, RowPosition, SectionSource } from '@affiliate-platform/contract/server'
import { fakeIds } from './build-records.ts'

/** A record of a section in memory: the row as it is sent, and what only filters see. */
export interface MemoryRow {
  readonly summary: { readonly id: string; readonly name: string; readonly status: string } & Partial<
    Record<(typeof idFilters)[number] | (typeof searched)[number], string | null>
  > & { readonly amount?: { readonly amountMinor: string; readonly currency: string } }
  readonly createdAtMs: number
  readonly groupId?: string
  readonly memberName?: string
  readonly shopDomain?: string
  readonly detail?: object
  readonly explanation?: object
}

/** The ids that filters may name: those of the records of all sections. */
type MemoryIds = Readonly<Record<(typeof idFilters)[number], readonly (string | null | undefined)[]>>

const idFilters = ['programId', 'groupId', 'membershipId'] as const

/** Finds the ids that filters may name. */
export function findMemoryIds(
  rows: readonly MemoryRow[],
  memberships: readonly { readonly id: string; readonly programId: string }[],
): MemoryIds {
  const named = rows.map(({ summary, groupId }) => ({ groupId, ...summary }))
  return {
    programId: [...memberships, ...named].map(({ programId }) => programId),
    groupId: [fakeIds.groupId, ...named.map(({ groupId }) => groupId)],
    membershipId: [...memberships.map(({ id }) => id), ...named.map(({ membershipId }) => membershipId)],
  }
}

/** Makes the records of one section, in memory. */
export function createMemorySection(
  rows: readonly MemoryRow[],
  ids: MemoryIds,
): SectionSource<MemoryRow, undefined> {
  const newestFirst = [...rows].sort((a, b) => compare(toPosition(b), toPosition(a)))
  return {
    areFiltersAccessible: async (_context, _app, query) =>
      idFilters.every((name) => query[name] === undefined || ids[name].includes(query[name])),
    listRows: async (_context, { query, after }) => ({
      rows: newestFirst
        .filter((row) => matches(row, query) && (after === undefined || compare(toPosition(row), after) < 0))
        .slice(0, query.limit + 1),
    }),
    toPosition,
    toSummary: ({ summary }) => summary,
  }
}

/** The members of rows that hold a name. */
const searched = ['name', 'groupName', 'memberName', 'shopDomain'] as const

const toPosition = ({ createdAtMs, summary: { id } }: MemoryRow): RowPosition => ({ createdAtMs, id })

const compare = (a: RowPosition, b: RowPosition): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : a.id === b.id ? 0 : 1)

function matches({ summary, createdAtMs, ...hidden }: MemoryRow, query: ListQuery): boolean {
  const { fromMs = -Infinity, toMs = Infinity, search = '' } = query
  const values = { ...hidden, ...summary, currency: summary.amount?.currency }
  return (
    ([...idFilters, 'currency', 'status'] as const).every(
      (name) => query[name] === undefined || query[name] === values[name],
    ) &&
    (query.currency === undefined || isCurrencyCode(query.currency)) &&
    createdAtMs >= fromMs &&
    createdAtMs < toMs &&
    searched.some((name) => values[name]?.toUpperCase().includes(search.toUpperCase()))
  )
}

/** Makes cursors that this process remembers. */
export function createMemoryCursors(): Cursors {
  const sealed = new Map<string, { readonly scope: string; readonly position: RowPosition }>()
  return {
    seal: (scope, position) => {
      const cursor = crypto.randomUUID()
      sealed.set(cursor, { scope: JSON.stringify(scope), position })
      return cursor
    },
    open: (scope, cursor) => {
      const known = sealed.get(cursor)
      return known?.scope === JSON.stringify(scope) ? known.position : undefined
    },
  }
}
