import { type PayoutsQuery, parsePayoutsQuery } from '@affiliate-platform/contract'
import { type FakeMembership, type FakePayout, fakeIds } from './build-records.ts'
import { type Outcome, refuse } from './fake-answer.ts'

/** What a cursor is bound to, and where it goes on. */
interface CursorTarget {
  readonly binding: string
  readonly offset: number
}

/** Makes the payouts operation over a few rows. */
export function createFakePayouts(
  payouts: readonly FakePayout[],
  memberships: readonly FakeMembership[],
): (request: { readonly apiKey: string; readonly parameters: Iterable<[string, string]> }) => Outcome {
  const newestFirst = [...payouts].sort(
    (a, b) => b.createdAtMs - a.createdAtMs || (a.payout.id < b.payout.id ? 1 : -1),
  )
  const cursors = new Map<string, CursorTarget>()

  return ({ apiKey, parameters }) => {
    const checked = parsePayoutsQuery(parameters)
    if (!checked.ok) return refuse('invalid_parameter', checked.issues)
    const { cursor, limit, ...filters } = checked.value
    if (!isAccessible(filters)) return refuse('access_denied')

    const binding = JSON.stringify([apiKey, filters])
    const target = cursor === undefined ? { binding, offset: 0 } : cursors.get(cursor)
    if (target?.binding !== binding) return refuse('invalid_cursor')
    const rows = newestFirst.filter((row) => matches(row, filters))
    const end = target.offset + limit
    const nextCursor = end < rows.length ? crypto.randomUUID() : null
    if (nextCursor !== null) cursors.set(nextCursor, { binding, offset: end })
    const items = rows.slice(target.offset, end).map(({ payout }) => payout)
    return { body: JSON.stringify({ items, nextCursor }) }
  }

  // A record of others and one that does not exist get the same answer.
  function isAccessible({ appId, programId, groupId, membershipId }: Filters): boolean {
    const programIds = [...memberships, ...payouts.map(({ payout }) => payout)].map(
      (record) => record.programId,
    )
    const membershipIds = [
      ...memberships.map(({ id }) => id),
      ...payouts.map(({ payout }) => payout.membershipId),
    ]
    const groupIds = [fakeIds.groupId, ...payouts.map((payout) => payout.groupId)]
    const isKnown = (id: string | undefined, ids: readonly string[]) => id === undefined || ids.includes(id)
    return (
      isKnown(appId?.toLowerCase(), [fakeIds.appId]) &&
      isKnown(programId, programIds) &&
      isKnown(groupId, groupIds) &&
      isKnown(membershipId, membershipIds)
    )
  }
}

type Filters = Omit<PayoutsQuery, 'cursor' | 'limit'>

function matches({ payout, createdAtMs, groupId, memberName }: FakePayout, filters: Filters): boolean {
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = filters
  const search = filters.search?.toLowerCase() ?? ''
  return (
    isEqualOrAbsent(filters.programId, payout.programId) &&
    isEqualOrAbsent(filters.groupId, groupId) &&
    isEqualOrAbsent(filters.membershipId, payout.membershipId) &&
    isEqualOrAbsent(filters.currency, payout.amount.currency) &&
    isEqualOrAbsent(filters.status, payout.status) &&
    createdAtMs >= fromMs &&
    createdAtMs < toMs &&
    [payout.name, memberName].some((name) => name.toLowerCase().includes(search))
  )
}

const isEqualOrAbsent = (filter: string | undefined, value: string): boolean =>
  filter === undefined || filter === value
