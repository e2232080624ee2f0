import type { CommissionDetail } from './commission-detail.ts'
import type { GroupDetail } from './group-detail.ts'
import type { MembershipDetail } from './membership-detail.ts'
import type { PayoutDetail } from './payout-detail.ts'
import type { ProgramDetail } from './program-detail.ts'
import type { ReferralDetail } from './referral-detail.ts'

export type * from './bounded-list.ts'
export type * from './commission-detail.ts'
export type * from './group-detail.ts'
export type * from './membership-detail.ts'
export type * from './payout-detail.ts'
export type * from './payout-explanation.ts'
export type * from './program-detail.ts'
export type * from './referral-detail.ts'
export type * from './terms-entry.ts'

/**
 * What each record says when it is read by itself.
 *
 * @example const toName = (detail: Details['payout']) => detail.name
 */
export interface Details {
  /** A payout with its lines and what was said about its payment. Scope `payouts:read`. */
  readonly payout: PayoutDetail
  /** A program with its terms versions. Scope `programs:read`. */
  readonly program: ProgramDetail
  /** A group with the terms versions of its own. Scope `programs:read`. */
  readonly group: GroupDetail
  /** A membership with its terms timeline. Scope `memberships:read`. */
  readonly membership: MembershipDetail
  /** A referral with its contracts and evidence. Scope `referrals:read`. */
  readonly referral: ReferralDetail
  /** A commission with its explanation. Scope `commissions:read`. */
  readonly commission: CommissionDetail
}
