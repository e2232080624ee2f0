export { createPayout, type PayoutCreation } from './payouts/create-payout.ts'
export { findPaymentDoubt, type PaymentDoubt } from './payouts/find-doubt.ts'
export {
  hasOwnId,
  type PaymentFact,
  type PaymentRefusal,
  type PaymentRejection,
} from './payouts/payment-fact.ts'
export { type RecordedFact, recordPaymentFact } from './payouts/record-payment-fact.ts'
export { listPayouts, type PayoutRow, payoutsSection } from './payouts/section.ts'
export { findPayout, findPayoutColumns, listPayoutFacts, type PayoutFact } from './payouts/store.ts'
