import { isCurrencyCode, type ListQuery } from '@affiliate-platform/contract'
import type { Cursors, RowPosition, SectionSource } from '@affiliate-platform/contract/server'
import { fakeIds } from './build-records.ts'

/** A record of a section in memory: the row as it is sent, and what only filters see. */
export interface MemoryRow {
  readonly summary: { readonly id: string; readonly name: string; readonly status: string } & Partial<
    Record<'programId' | 'groupId' | 'membershipId', string>
  > & { readonly amount?: { readonly currency: string } }
  readonly createdAtMs: number
  readonly groupId?: string
  readonly memberName?: string
}

/** Makes the records of one section, in memory. */
export function createMemorySection(
  rows: readonly MemoryRow[],
  known: readonly { readonly id: string; readonly programId: string }[],
): SectionSource<MemoryRow, undefined> {
  const newestFirst = [...rows].sort((a, b) => compare(toPosition(b), toPosition(a)))
  const ids = {
    programId: [...known, ...rows.map(({ summary }) => summary)].map(({ programId }) => programId),
    groupId: [fakeIds.groupId, ...rows.map(({ groupId }) => groupId)],
    membershipId: [...known.map(({ id }) => id), ...rows.map(({ summary }) => summary.membershipId)],
  }
  return {
    areFiltersAccessible: async (_context, _app, query) =>
      (['programId', 'groupId', 'membershipId'] as const).every(
        (name) => query[name] === undefined || ids[name].includes(query[name]),
      ),
    listRows: async (_context, { query, after }) =>
      newestFirst
        .filter((row) => matches(row, query) && (after === undefined || compare(toPosition(row), after) < 0))
        .slice(0, query.limit + 1),
    toPosition,
    toSummary: ({ summary }) => summary,
  }
}

const toPosition = ({ createdAtMs, summary: { id } }: MemoryRow): RowPosition => ({ createdAtMs, id })

const compare = (a: RowPosition, b: RowPosition): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : a.id === b.id ? 0 : 1)

function matches({ summary, createdAtMs, groupId, memberName = '' }: MemoryRow, query: ListQuery): boolean {
  const { fromMs = -Infinity, toMs = Infinity, search = '' } = query
  const values = { groupId, ...summary, currency: summary.amount?.currency }
  return (
    (['programId', 'groupId', 'membershipId', 'currency', 'status'] as const).every(
      (name) => query[name] === undefined || query[name] === values[name],
    ) &&
    (query.currency === undefined || isCurrencyCode(query.currency)) &&
    createdAtMs >= fromMs &&
    createdAtMs < toMs &&
    [summary.name, memberName].some((name) => name.toUpperCase().includes(search.toUpperCase()))
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
