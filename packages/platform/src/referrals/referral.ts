/** How it is known that a membership brought a shop. */
export const evidenceKinds = ['click', 'analytics', 'bridge', 'coupon', 'claim'] as const

/** How it is known that a membership brought a shop. */
export type EvidenceKind = (typeof evidenceKinds)[number]

/** A shop that came through a membership. */
export interface ReferralRecord {
  readonly id: string
  readonly appId: string
  readonly programId: string
  /** The group of the membership when the referral was made. */
  readonly groupId: string | null
  readonly membershipId: string
  readonly shopDomain: string
  /** The original install (D53). */
  readonly installedAt: Date
  /** What its latest evidence is; null without any. */
  readonly evidence: EvidenceKind | null
  /** `voided`, `under_review`, `ended`, `uninstalled`, `earning` or `attributed`: the first that holds. */
  readonly status: string
  readonly createdAt: Date
  readonly voidedAt: Date | null
}

export interface ReferralKey {
  readonly workspaceId: string
  readonly referralId: string
}
