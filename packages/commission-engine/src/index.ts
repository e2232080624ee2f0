export type { Allocation, Take } from './lib/allocation.ts'
export { explainArithmetic } from './lib/arithmetic.ts'
export { explainTime } from './lib/because.ts'
export { type Desired, type DesiredBase, desired, type SkippedAppTransaction } from './lib/desired.ts'
export {
  type EatenUnits,
  followEatenUnits,
  type PayoutLine,
  type Reversal,
} from './lib/eaten-units.ts'
export { type Position, referralEndsAt, type SkipReason } from './lib/eligibility.ts'
export { type BaseChange, type Entry, type EntryCause, toEntries } from './lib/entries.ts'
export {
  type AppTransaction,
  type ContractRules,
  isSale,
  type Referral,
  type ReferralContract,
  type Sale,
  type SaleKind,
  type SetAsideReason,
  type ShopFacts,
} from './lib/facts.ts'
export { availableAfterHold } from './lib/hold.ts'
export { formatInstant } from './lib/instant.ts'
export { type ExactAmount, formatNano, parseNano } from './lib/nano.ts'
export { post } from './lib/post.ts'
export { type Posted, type PostedBase, type PostedReward, toPosted } from './lib/posted.ts'
export { baseKey, type PostingKey, positionKey } from './lib/posting-key.ts'
export { type DesiredReward, rewardOf } from './lib/rewards.ts'
export {
  decidePair,
  type PairDecision,
  type PairRules,
  type PairSums,
  type RunDecision,
  type RunWarning,
} from './lib/run.ts'
export { type ExplainedShopTransaction, explainShop } from './lib/shop-explanation.ts'
export { isOpen, type RefundState, type Step, stepSale, toRefundState } from './lib/step.ts'
export { attributeUnits, type UnitSpan } from './lib/units.ts'
export { worth } from './lib/worth.ts'
