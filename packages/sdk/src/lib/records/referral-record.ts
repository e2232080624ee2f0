import type { BoundedList } from './bounded-list.ts'
import type { Later } from './later.ts'
import type { Recorded, RecordedReason } from './payout-record.ts'
import type { EvidenceKind, ReferralSummary } from './referral.ts'
import type { SavedTermsRules } from './terms-rules.ts'

/**
 * How it is known that a membership brought a shop.
 *
 * @example const isClaim = (fact: EvidenceFact) => fact.kind === 'claim'
 */
export interface EvidenceFact extends Recorded {
  /** What it is. */
  readonly kind: EvidenceKind | Later
  /** When it happened (RFC 3339). */
  readonly at: string
  /** Why it counts as evidence; null if that needs no words. */
  readonly reason: string | null
}

/**
 * What was agreed for a shop: a copy of terms that no later version changes.
 *
 * @example const isFirst = (contract: ReferralContract) => contract.proposalId === null
 */
export interface ReferralContract extends Recorded {
  /** The contract's id (UUID). */
  readonly id: string
  /** From when it rules the sales of the shop (RFC 3339). */
  readonly appliesFrom: string
  /** The terms version (UUID) that it is a copy of; null for another agreement. */
  readonly termsVersionId: string | null
  /** The accepted proposal (UUID) that added it; null for the first one. */
  readonly proposalId: string | null
  /** The agreement in words; null if it is a copy of terms. */
  readonly reason: string | null
  /** The rules as agreed. */
  readonly rules: SavedTermsRules
}

/**
 * A referral with its contracts and evidence.
 *
 * @example const isLiving = (referral: ReferralRecord) => referral.voided === null
 */
export interface ReferralRecord extends ReferralSummary {
  /** When it was created (RFC 3339). */
  readonly createdAt: string
  /** How it is known that the membership brought the shop, the first recorded first. */
  readonly evidenceFacts: BoundedList<EvidenceFact>
  /** What was agreed for the shop, in the order in which it applies. */
  readonly contracts: BoundedList<ReferralContract>
  /** Why it was voided; null while it lives. */
  readonly voided: RecordedReason | null
}
