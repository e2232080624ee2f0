export { createPayout, type PayoutCreation } from './payouts/create-payout.ts'
export {
  hasOwnId,
  type PaymentFact,
  type PaymentRefusal,
  type PaymentRejection,
} from './payouts/payment-fact.ts'
export { type RecordedFact, recordPaymentFact } from './payouts/record-payment-fact.ts'
export { listPayouts, type PayoutRow, payoutsSection } from './payouts/section.ts'
export { findStandingFacts } from './payouts/standing-facts.ts'
export {
  findOpenDispute,
  findPayout,
  listPayoutColumns,
  listPayoutFacts,
  type PayoutColumns,
} from './payouts/store.ts'
