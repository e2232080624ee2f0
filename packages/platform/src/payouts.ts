export type { OtherContent } from './idempotency/other-content.ts'
export { createPayout, type PayoutCreation } from './payouts/create-payout.ts'
export type { PaymentDoubt } from './payouts/find-doubt.ts'
export { findPaymentLimit } from './payouts/find-payment-limit.ts'
export { type PayoutRow, payoutsList } from './payouts/list.ts'
export { listPayoutMembers, type PayoutMember } from './payouts/list-members.ts'
export { listOpenReports, type OpenReport } from './payouts/list-open-reports.ts'
export { listPaymentActs, type PaymentAct } from './payouts/list-payment-acts.ts'
export {
  hasOwnId,
  type PaymentFact,
  type PaymentRejection,
  type PaymentRejectionCode,
} from './payouts/payment-fact.ts'
export { type RecordedFact, recordPaymentFact } from './payouts/record-payment-fact.ts'
export {
  findPayout,
  findPayoutColumns,
  isMadeByHand,
  listPayoutFacts,
  type PayoutFact,
} from './payouts/store.ts'
