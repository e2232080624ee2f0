import type { Later } from './later.ts'
import type { ListFilters } from './list-filters.ts'
import type { RecordSummary } from './record-summary.ts'

/**
 * A referral state known today: the first of them that holds.
 *
 * @example const living: ReferralStatus[] = ['earning', 'attributed']
 */
export type ReferralStatus = 'voided' | 'under_review' | 'ended' | 'uninstalled' | 'earning' | 'attributed'

/**
 * How it is known that a membership brought a shop.
 *
 * @example const byPeople: EvidenceKind[] = ['claim']
 */
export type EvidenceKind = 'click' | 'analytics' | 'bridge' | 'coupon' | 'claim'

/**
 * A row of the referrals list. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isEarning = (referral: ReferralSummary) => referral.status === 'earning'
 */
export interface ReferralSummary extends RecordSummary<'referrals', ReferralStatus> {
  /** The membership's group (UUID) when the referral was made; null for none. */
  readonly groupId: string | null
  /** The membership (UUID) that brought the shop. */
  readonly membershipId: string
  /** The shop's permanent domain on the platform. */
  readonly shopDomain: string
  /** When the shop installed the app first (RFC 3339). */
  readonly installedAt: string
  /** The latest evidence: an `EvidenceKind`, or a later one; null without any. */
  readonly evidence: EvidenceKind | Later | null
}

/**
 * Filters of a referrals list. Absent means no filter.
 *
 * @example const filters: ReferralsFilters = { status: 'earning', search: 'bakery' }
 */
export type ReferralsFilters = Omit<ListFilters<ReferralStatus>, 'currency'>
