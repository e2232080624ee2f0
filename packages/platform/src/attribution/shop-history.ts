import type { CaseAnswer, SavedTermsRules } from '@affiliate-platform/contract'
import type { Installation } from '../install-events/merge-installs.ts'
import type { ClickCounts } from './is-flood.ts'

/** How a member can be named before there is a referral. */
export const reportedEvidenceKinds = ['coupon', 'analytics', 'claim'] as const

/** How a member can be named before there is a referral. */
export type NamedBy = (typeof reportedEvidenceKinds)[number]

/** Terms as the decision needs them. */
export interface TouchTerms {
  readonly id: string
  readonly rules: SavedTermsRules
}

/** That a member brought a shop, as it was told. Times are in milliseconds since 1970. */
export interface Evidence {
  readonly id: string
  readonly kind: NamedBy
  readonly membershipId: string
  /** Breaks ties of time; null for a claim. */
  readonly code: string | null
  readonly occurredAtMs: number
  /** What a person decided of it last. */
  readonly verdict: CaseAnswer | null
  readonly decidedAtMs: number | null
  /** Why a person decided so. */
  readonly decidedBecause: string | null
  /** Why a person has voided the referral that was made with it; null where nobody has. */
  readonly voidedBecause: string | null
  /** On the member's links before it, where they were counted. */
  readonly clicks: ClickCounts | null
  /** The imports that told it were undone. */
  readonly isWithdrawn: boolean
  /** Why its member takes no referral now. */
  readonly closed: 'membership_not_active' | 'program_closed' | null
  /** The shop's contact is that of the member's payee. */
  readonly isOwnShop: boolean
}

export interface LivingReferral {
  readonly id: string
  readonly membershipId: string
  /** The evidence that it was made with; null where an operator made it. */
  readonly evidenceId: string | null
  readonly originalInstallMs: number
  readonly appliesFromMs: number
  readonly earnsInstallReward: boolean
  readonly termsVersionId: string | null
  readonly createdAtMs: number
  /** One of its commissions is in a payout that was not voided. */
  readonly isPaid: boolean
}

/** Everything that decides who brought a shop. */
export interface ShopHistory {
  readonly installations: readonly Installation[]
  /** Whether the Partner API's installs of the app have been read: without them no shop is known to be new. */
  readonly isComplete: boolean
  readonly evidence: readonly Evidence[]
  readonly living: LivingReferral | undefined
  /** The terms in force for a membership at an instant. */
  readonly findTerms: (membershipId: string, atMs: number) => TouchTerms | undefined
}
