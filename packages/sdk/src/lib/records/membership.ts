import type { ListFilters } from './list-filters.ts'
import type { RecordSummary } from './record-summary.ts'

/**
 * A membership state known today: what was said of it, else whether terms are in force for it.
 *
 * @example const resting: MembershipStatus[] = ['suspended', 'closed']
 */
export type MembershipStatus = 'suspended' | 'closed' | 'active' | 'without_terms'

/**
 * A row of the memberships list. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isActive = (membership: MembershipSummary) => membership.status === 'active'
 */
export interface MembershipSummary extends RecordSummary<'memberships', MembershipStatus> {
  /** The group (UUID) that it is in now; null for none. */
  readonly groupId: string | null
  /** Who is paid. */
  readonly memberName: string
}

/**
 * Filters of a memberships list. Absent means no filter.
 *
 * @example const filters: MembershipsFilters = { status: 'without_terms' }
 */
export type MembershipsFilters = Omit<ListFilters<MembershipStatus>, 'membershipId' | 'currency'>
