import type { Money } from '@affiliate-platform/contract'
import {
  checkPaymentFact,
  type PaymentConfirmation,
  type PaymentFact,
  type PaymentRejection,
  type PaymentSubject,
} from './payment-fact.ts'
import type { PaymentFactKind } from './payment-fact-kinds.ts'
import { findStandingFacts } from './standing-facts.ts'
import type { PayoutFact, PayoutView } from './store.ts'

/** What somebody could say next of the payment of a payout. */
export interface PaymentAct {
  readonly kind: PaymentFactKind
  /** The fact that it is about; null where it is the payout. */
  readonly about: string | null
  /** At most, in minor units, of what has an amount. */
  readonly amountMinor: string | null
  /** Why they cannot; null where they can. */
  readonly rejection: PaymentRejection['rejection'] | null
}

/** A payout with all that was said of its payment, and who asks what they could add. */
export interface PaymentState {
  readonly payout: Pick<PayoutView, 'id' | 'status' | 'amountMinor' | 'currency'>
  readonly facts: readonly PayoutFact[]
  readonly actor: string
}

/** Lists what somebody could say next of the payment of a payout, and why not where they cannot. */
export function listPaymentActs(state: PaymentState): readonly PaymentAct[] {
  const { payout, facts } = state
  const standing = findStandingFacts(facts)
  const isVoided = payout.status === 'voided'
  const reports = standing.filter(({ kind }) => kind === 'report')
  const left = BigInt(payout.amountMinor) - sumOf(reports)
  const acts: PaymentAct[] = [
    {
      ...act('report', null),
      amountMinor: `${left}`,
      rejection: isVoided ? 'payout_voided' : above(left, 'above_payout'),
    },
  ]
  for (const { kind, id, amountMinor } of standing) {
    if (id === null) continue
    if (kind === 'report') {
      const confirmed = standing.filter((fact) => fact.kind === 'confirmation' && fact.about === id)
      const open = BigInt(amountMinor ?? 0) - sumOf(confirmed)
      acts.push(
        { ...act('confirmation', id), amountMinor: `${open}`, rejection: above(open, 'above_report') },
        ...(['dispute', 'return', 'retraction'] as const).map((next) => act(next, id)),
      )
    }
    if (kind === 'confirmation') acts.push(act('confirmation_retraction', id))
    if (kind === 'dispute') acts.push(act('closing', id))
  }
  if (!isVoided) acts.push({ ...act('void', null), rejection: reports.length > 0 ? 'payout_reported' : null })
  return acts.map((one) => ({ ...one, rejection: check(one, state) ?? one.rejection }))
}

const act = (kind: PaymentFactKind, about: string | null): PaymentAct => ({
  ...{ kind, about, amountMinor: null, rejection: null },
})

const sumOf = (facts: readonly PayoutFact[]): bigint =>
  facts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor ?? 0), 0n)

const above = <Rejection>(left: bigint, rejection: Rejection): Rejection | null =>
  left > 0n ? null : rejection

/** By the same rules as when the fact is recorded. */
function check({ kind, about, amountMinor }: PaymentAct, state: PaymentState): PaymentAct['rejection'] {
  const { currency } = state.payout
  const amount = { amountMinor: amountMinor ?? '0', currency }
  const fact = toFact(kind, { payoutId: state.payout.id, about: about ?? '', amount })
  return (
    checkPaymentFact(fact, toSubject(state, 'reportId' in fact ? fact.reportId : undefined))?.rejection ??
    null
  )
}

interface FactParts {
  readonly payoutId: string
  readonly about: string
  readonly amount: Money
}

function toFact(kind: PaymentFactKind, { payoutId, about, amount }: FactParts): PaymentFact {
  const reason = ''
  switch (kind) {
    case 'report':
      return { kind, payoutId, amount, method: '', reference: undefined, paidAt: undefined }
    case 'confirmation':
      return { kind, reportId: about, amount }
    case 'return':
      return { kind, reportId: about, reference: '', reason }
    case 'dispute':
    case 'retraction':
      return { kind, reportId: about, reason }
    case 'confirmation_retraction':
      return { kind, confirmationId: about, reason }
    case 'closing':
      return { kind, disputeId: about, resolution: reason }
    case 'void':
      return { kind, payoutId, reason }
  }
}

function toSubject({ payout, facts, actor }: PaymentState, reportId: string | undefined): PaymentSubject {
  return {
    ...{ payoutId: payout.id, currency: payout.currency, isVoided: payout.status === 'voided' },
    ...{ isByMember: isMember(actor), reportId, reportEnd: null },
    confirmations: listConfirmations(facts, { actor, currency: payout.currency }),
  }
}

const isMember = (actor: string): boolean => actor.startsWith('member:')

/** The confirmations that nobody has taken back, those of reports that have ended among them. */
function listConfirmations(
  facts: readonly PayoutFact[],
  { actor: asker, currency }: { readonly actor: string; readonly currency: string },
): readonly PaymentConfirmation[] {
  const retracted = new Set(
    facts.filter(({ kind }) => kind === 'confirmation_retraction').map(({ about }) => about),
  )
  const standing = findStandingFacts(facts)
  const ids = new Set(standing.map(({ id }) => id))
  return facts.flatMap(({ kind, id, about, amountMinor, actor, createdAt }) => {
    if (kind !== 'confirmation' || id === null || about === null || retracted.has(id)) return []
    const isDisputed = standing.some(
      (fact) => fact.kind === 'dispute' && fact.about === about && fact.actor === actor && isMember(actor),
    )
    return {
      ...{ id, reportId: about, actor, createdAt, amount: { amountMinor: amountMinor ?? '0', currency } },
      isAnothersOwn: isMember(actor) && actor !== asker,
      stands: ids.has(id) && !isDisputed,
    }
  })
}
