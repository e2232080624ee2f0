import type { PublishedFact } from '../outbox/published-fact.ts'
import type { PaymentFact } from './payment-fact.ts'
import type { PayoutView } from './store.ts'

/** What others are told of a fact of payment: nothing of those that only end the effect of another. */
export function describePaymentFact(
  fact: PaymentFact,
  { payout, id }: { readonly payout: PayoutView; readonly id: string },
): readonly PublishedFact[] {
  const ofPayout = { appId: payout.appId, membershipId: payout.membershipId, payoutId: payout.id }
  switch (fact.kind) {
    case 'report':
      return [{ topic: 'payout.reported', data: { ...ofPayout, reportId: id, amount: fact.amount } }]
    case 'confirmation': {
      const { reportId, amount } = fact
      return [{ topic: 'payout.confirmed', data: { ...ofPayout, reportId, confirmationId: id, amount } }]
    }
    case 'dispute':
      return [{ topic: 'payout.disputed', data: { ...ofPayout, reportId: fact.reportId, disputeId: id } }]
    case 'void':
      return [{ topic: 'payout.voided', data: ofPayout }]
    case 'retraction':
    case 'return':
    case 'confirmation_retraction':
    case 'closing':
      return []
  }
}
