import { buildPayout, type FakePayout, fakeIds } from './build-records.ts'
import { explainByHand, toWireInstant } from './explain-by-hand.ts'
import type { FakeServiceOptions } from './fake-service-options.ts'
import { compareAge, type MemoryRow } from './memory-list.ts'
import { toPayoutRow } from './payout-row.ts'

/** The records of a fake service by the name of their list, newest first. */
export type MemoryWorld = Readonly<Record<string, readonly MemoryRow[]>>

/** Makes the records of a fake service: those that it was given, and plain ones that those name. */
export function createMemoryWorld({ records = {}, ...options }: FakeServiceOptions): MemoryWorld {
  const given = (options.payouts ?? [1, 2, 3].map((number) => buildPayout(number))).map(withLines)
  const payouts = given.map((row): MemoryRow => ({ ...row, summary: toPayoutRow(row) }))
  const commissions = complete(records.commissions?.map(withExplanation), given.flatMap(toCommissions))
  const earned = [...payouts, ...commissions, ...(records.referrals ?? [])]
  const own = options.memberships ?? [{ ...fakeIds, id: fakeIds.membershipId }]
  const memberships = complete(records.memberships, [
    ...earned.flatMap(toMembership),
    ...own.map((membership) => buildMembership({ groupId: null, name: programName, ...membership })),
  ])
  const groups = complete(records.groups, [...memberships, ...earned].flatMap(toGroup))
  const programs = complete(records.programs, [...groups, ...memberships, ...earned].map(toProgram))
  const world = { ...records, payouts, commissions, memberships, groups, programs }
  return Object.fromEntries(Object.entries(world).map(([name, rows]) => [name, [...rows].sort(compareAge)]))
}

/** The given records, and those that were made beside them: the first of each id. */
function complete(given: readonly MemoryRow[] = [], made: readonly MemoryRow[]): readonly MemoryRow[] {
  return [...new Map([...given, ...made].reverse().map((row) => [row.summary.id, row])).values()]
}

const { appId } = fakeIds
const programName = 'Partner program'
const createdAtMs = Date.UTC(2026, 0, 1)

/** A payout says what it is made of: where it does not, it was entered by hand. */
function withLines(given: FakePayout): FakePayout {
  const { payout, createdAtMs: atMs, detail } = given
  const line = {
    ...({ commissionId: payout.id, referralId: null, entry: 'accrual', saleKind: null } as const),
    ...{ amount: payout.amount, accruedAt: new Date(atMs).toISOString() },
  }
  return { ...given, detail: { lines: { items: [line], total: 1 }, ...detail } }
}

/** The commissions of a payout's lines. A void releases what it would have paid. */
function toCommissions({ payout, detail, ...hidden }: FakePayout): readonly MemoryRow[] {
  const { programId, membershipId, name, status, unpaid } = payout
  const isVoided = status === 'voided'
  const paid = unpaid.amountMinor === '0' ? 'paid' : 'in_payout'
  return (detail?.lines?.items ?? []).map(({ commissionId: id, accruedAt, ...line }) =>
    withExplanation({
      ...hidden,
      summary: {
        ...{ id, kind: 'commissions', appId, programId, groupId: hidden.groupId, membershipId },
        ...{ referralId: line.referralId, payoutId: isVoided ? null : payout.id, name },
        ...{ status: isVoided ? 'available' : paid, entry: line.entry, saleKind: line.saleKind },
        ...{ amount: line.amount, accruedAt, availableAt: accruedAt, postedAt: accruedAt },
      },
      detail: isVoided ? {} : { explanation: explainByHand(toSubject(id, accruedAt), detail) },
    }),
  )
}

const toSubject = (id: string, accruedAt: string) => ({
  id,
  availableAt: toWireInstant(Date.parse(accruedAt)),
})

function withExplanation(row: MemoryRow): MemoryRow {
  const explanation = explainByHand({ id: row.summary.id, availableAt: toWireInstant(row.createdAtMs) })
  return { ...row, detail: { cause: 'manual', explanation, ...row.detail } }
}

/** The membership that a record belongs to. */
function toMembership({ summary, groupId, memberName }: MemoryRow): readonly MemoryRow[] {
  const { membershipId: id, programId, name } = summary
  if (typeof id !== 'string' || typeof programId !== 'string') return []
  return [buildMembership({ id, programId, groupId: summary.groupId ?? groupId ?? null, name, memberName })]
}

function buildMembership(membership: {
  readonly id: string
  readonly programId: string
  readonly groupId: string | null
  readonly name: string
  readonly memberName?: string | undefined
}): MemoryRow {
  const { id, programId, groupId, name, memberName = 'Example member' } = membership
  const belongsTo = { appId, programId, groupId }
  const summary = { id, kind: 'memberships', ...belongsTo, name, status: 'without_terms', memberName }
  return { summary, createdAtMs }
}

/** The group that a record belongs to. */
function toGroup(
  { summary, groupId }: MemoryRow,
  _index: number,
  rows: readonly MemoryRow[],
): readonly MemoryRow[] {
  const id = summary.groupId ?? groupId
  if (typeof id !== 'string') return []
  const { programId = null, name } = summary
  const memberships = rows.filter(
    (row) => row.summary.kind === 'memberships' && row.summary.groupId === id,
  ).length
  const words = { name, status: 'no_terms', groupName: 'Example group', memberships }
  const group = { id, kind: 'groups', appId, programId, ...words }
  return [{ summary: group, createdAtMs }]
}

/** The program that a record belongs to. */
function toProgram({ summary: { programId, name } }: MemoryRow): MemoryRow {
  const id = programId ?? fakeIds.programId
  const createdAt = new Date(createdAtMs).toISOString()
  const program = { id, kind: 'programs', appId, programId: id, name, status: 'draft', createdAt }
  return { summary: program, createdAtMs }
}
