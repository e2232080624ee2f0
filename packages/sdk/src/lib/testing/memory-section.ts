import type { ListQuery } from '@affiliate-platform/contract'
import type { RowPosition, SectionSource } from '@affiliate-platform/contract/server'
import { type FakeMembership, type FakeRecord, fakeIds } from './build-records.ts'

/** A record of a section in memory: the row as it is sent, and what only filters see. */
export interface MemoryRow extends FakeRecord<MemorySummary, object> {
  readonly explanation?: object
}

type MemorySummary = { readonly id: string; readonly name: string; readonly status: string } & Partial<
  Record<(typeof idFilters)[number] | (typeof searched)[number], string | null>
> & { readonly amount?: { readonly amountMinor: string; readonly currency: string } }

const idFilters = ['programId', 'groupId', 'membershipId'] as const

/** Finds the ids that filters may name, each beside the name of its filter: those of the records of all sections. */
export function findMemoryIds(
  rows: readonly MemoryRow[],
  memberships: readonly FakeMembership[],
): ReadonlySet<string> {
  const own = memberships.map(({ id, programId }) => ({ programId, membershipId: id }))
  const named = rows.map(({ summary, groupId }) => ({ groupId, ...summary }))
  const all = [{ groupId: fakeIds.groupId }, ...own, ...named]
  return new Set(all.flatMap((ids) => idFilters.map((name) => `${name} ${Reflect.get(ids, name)}`)))
}

/** Makes the records of one section, in memory. */
export function createMemorySection(
  rows: readonly MemoryRow[],
  ids: ReadonlySet<string>,
): SectionSource<MemoryRow, undefined> {
  const newestFirst = [...rows].sort((a, b) => compare(toPosition(b), toPosition(a)))
  return {
    areFiltersAccessible: async (_context, _app, query) =>
      idFilters.every((name) => query[name] === undefined || ids.has(`${name} ${query[name]}`)),
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
    createdAtMs >= fromMs &&
    createdAtMs < toMs &&
    searched.some((name) => values[name]?.toUpperCase().includes(search.toUpperCase()))
  )
}
