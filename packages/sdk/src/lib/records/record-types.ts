import type { CommissionRecord } from './commission-record.ts'
import type { GroupRecord } from './group-record.ts'
import type { MembershipRecord } from './membership-record.ts'
import type { PayoutRecord } from './payout-record.ts'
import type { ProgramRecord } from './program-record.ts'
import type { ReferralRecord } from './referral-record.ts'

export type * from './bounded-list.ts'
export type * from './commission-record.ts'
export type * from './group-record.ts'
export type * from './membership-record.ts'
export type * from './payout-explanation.ts'
export type * from './payout-record.ts'
export type * from './program-record.ts'
export type * from './referral-record.ts'
export type * from './terms-entry.ts'

/**
 * What each record says when it is read by itself.
 *
 * @example const toName = (record: RecordTypes['payout']) => record.name
 */
export interface RecordTypes {
  /** A payout with its lines and what was said about its payment. Scope `payouts:read`. */
  readonly payout: PayoutRecord
  /** A program with its terms versions. Scope `programs:read`. */
  readonly program: ProgramRecord
  /** A group with the terms versions of its own. Scope `programs:read`. */
  readonly group: GroupRecord
  /** A membership with its terms timeline. Scope `memberships:read`. */
  readonly membership: MembershipRecord
  /** A referral with its contracts and evidence. Scope `referrals:read`. */
  readonly referral: ReferralRecord
  /** A commission with its explanation. Scope `commissions:read`. */
  readonly commission: CommissionRecord
}
