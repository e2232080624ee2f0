export { addMonths } from './lib/add-months.ts'
export { type Allocation, allocate, type Take } from './lib/allocation.ts'
export {
  checkEligibility,
  contractAt,
  type EligibleSale,
  firstContract,
  type Position,
  referralEndsAt,
  type SkipReason,
} from './lib/eligibility.ts'
export {
  type Collection,
  type ContractRules,
  checkCollection,
  isSale,
  type Referral,
  type ReferralContract,
  type Sale,
  type SaleKind,
  type SetAsideReason,
  type ShopFacts,
} from './lib/facts.ts'
export { availableAfterHold } from './lib/hold.ts'
export { type ExactAmount, formatExact, formatNano, parseNano } from './lib/nano.ts'
export { worth } from './lib/worth.ts'
