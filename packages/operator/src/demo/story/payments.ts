import { dayMs } from '@affiliate-platform/contract'
import type { Random } from '../random.ts'
import { type DemoRows, joinRows, type Row } from '../rows.ts'
import { at } from '../structure.ts'
import type { StoryClock } from './clock.ts'
import { findPayee, type StoryMember } from './members.ts'
import type { StoryPlaces } from './structure.ts'

export interface StoryPayout {
  readonly id: string
  readonly membershipId: string
  readonly amountMinor: string
  readonly frozenAt: Date
}

interface Payments {
  readonly places: StoryPlaces
  readonly members: readonly StoryMember[]
  readonly clock: StoryClock
}

/** What has become of the payouts of the last run: the first was paid in part, the second is disputed, then in turn. */
const lastStates = [
  'partly',
  'disputed',
  'confirmed',
  'reported',
  'confirmed',
  'confirmed',
  'confirmed',
] as const

type State = (typeof lastStates)[number]

/**
 * Builds what Finn has reported as paid of a run, and what the members say of it: of the last one that not all has come.
 * Whoever has not said how is not paid.
 */
export function buildPayments(
  random: Random,
  payouts: readonly StoryPayout[],
  { isLast, ...payments }: Payments & { readonly isLast: boolean },
): DemoRows {
  // One of each at first; of the others most are confirmed.
  const stateAt = (place: number): State =>
    isLast ? at(lastStates, place < 2 ? place : 2 + (place % (lastStates.length - 2))) : 'confirmed'
  const [first] = payments.members
  return joinRows(
    payouts.map((payout, place) => {
      // Of her last payment Mia says herself whether it arrived.
      const isAsked = isLast && payout.membershipId === first?.id
      return buildFacts(random, { payout, state: isAsked ? 'reported' : stateAt(place) }, payments)
    }),
  )
}

function buildFacts(
  random: Random,
  { payout, state }: { readonly payout: StoryPayout; readonly state: State },
  { places, members, clock }: Payments,
): Readonly<Record<string, readonly Row[]>> {
  const { id: payout_id, membershipId, amountMinor, frozenAt } = payout
  const index = members.findIndex(({ id }) => id === membershipId)
  const payee = findPayee(at(members, index), index)
  if (payee === undefined) return {}
  const factAt = (atMs: number, actor: string) => {
    const { workspace_id } = places.keys
    return { workspace_id, payout_id, id: random.idAt(atMs), created_at: new Date(atMs).toISOString(), actor }
  }
  const reportedMs = frozenAt.getTime() + (1 + random.below(2)) * dayMs + random.below(6 * 3600) * 1000
  const amount = state === 'partly' ? BigInt(amountMinor) / 2n : BigInt(amountMinor)
  const report = {
    ...factAt(reportedMs, places.finn),
    amount_minor: String(amount),
    method: payee.method === 'sepa' ? 'bank_transfer' : payee.method,
    reference: `BR-${(100_000 + random.below(900_000)).toString(36).toUpperCase()}`,
    paid_at: new Date(reportedMs - 3_600_000).toISOString(),
  }
  const reportKey = { report_id: report.id }
  const answeredMs = reportedMs + (1 + random.below(5)) * dayMs
  const speaker = index === 0 ? places.miaId : membershipId
  const answer = factAt(state === 'disputed' ? clock.at(-2, 15) : answeredMs, `member:${speaker}`)
  return {
    payment_reports: [report],
    payment_confirmations:
      state === 'confirmed' ? [{ ...answer, ...reportKey, amount_minor: report.amount_minor }] : [],
    payment_disputes:
      state === 'disputed' ? [{ ...answer, ...reportKey, reason: 'Nothing has arrived on my account' }] : [],
  }
}
