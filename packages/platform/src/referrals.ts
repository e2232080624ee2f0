export type { ReferralRejection } from './referrals/attribute.ts'
export { createReferral, type ReferralCreation } from './referrals/create-referral.ts'
export type { NewReferral } from './referrals/new-referral.ts'
export {
  type ContractRecord,
  type EvidenceRecord,
  findReferral,
  listContracts,
  listEvidence,
  listReferrals,
} from './referrals/read-referrals.ts'
export {
  type EvidenceKind,
  evidenceKinds,
  type ReferralKey,
  type ReferralRecord,
} from './referrals/referral.ts'
export { type ReferralVoid, voidReferral } from './referrals/void-referral.ts'
