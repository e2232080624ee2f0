import type { CommissionSummary, CommissionsFilters } from './commission.ts'
import type { GroupSummary, GroupsFilters } from './group.ts'
import type { MembershipSummary, MembershipsFilters } from './membership.ts'
import type { PayoutSummary, PayoutsFilters } from './payout.ts'
import type { ProgramSummary, ProgramsFilters } from './program.ts'
import type { ReferralSummary, ReferralsFilters } from './referral.ts'

export type * from './commission.ts'
export type * from './group.ts'
export type * from './membership.ts'
export type * from './payout.ts'
export type * from './program.ts'
export type * from './referral.ts'

/**
 * The row and the filters of each list of an affiliate client.
 *
 * @example const toName = (row: ListTypes['payouts']['row']) => row.name
 */
export interface ListTypes {
  /** Payouts of the key's app. Scope `payouts:read`. */
  readonly payouts: { readonly row: PayoutSummary; readonly filters: PayoutsFilters }
  /** Programs of the key's app. Scope `programs:read`. */
  readonly programs: { readonly row: ProgramSummary; readonly filters: ProgramsFilters }
  /** Groups of the app's programs. Scope `programs:read`. */
  readonly groups: { readonly row: GroupSummary; readonly filters: GroupsFilters }
  /** Memberships of the app's programs. Scope `memberships:read`. */
  readonly memberships: { readonly row: MembershipSummary; readonly filters: MembershipsFilters }
  /** Referrals of the app's memberships. Scope `referrals:read`. */
  readonly referrals: { readonly row: ReferralSummary; readonly filters: ReferralsFilters }
  /** Commissions of the app's memberships, by the time of their accrual. Scope `commissions:read`. */
  readonly commissions: { readonly row: CommissionSummary; readonly filters: CommissionsFilters }
}
