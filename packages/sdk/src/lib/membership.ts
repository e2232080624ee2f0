import type { Later } from './later.ts'
import type { ListFilters } from './list-filters.ts'

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
export interface MembershipSummary {
  /** The record's id (UUID). */
  readonly id: string
  /** The kind of record. */
  readonly kind: 'memberships'
  /** The app that owns the program (UUID): your key's own. */
  readonly appId: string
  /** The program (UUID) that the membership is in. */
  readonly programId: string
  /** The group (UUID) that it is in now; null for none. */
  readonly groupId: string | null
  /** The program's name. */
  readonly name: string
  /** Whether it rests, is over or has terms in force: a `MembershipStatus`, or a later one. */
  readonly status: MembershipStatus | Later
  /** Who is paid. */
  readonly memberName: string
}

/**
 * Filters of a memberships list. Absent means no filter.
 *
 * @example const filters: MembershipsFilters = { status: 'without_terms' }
 */
export type MembershipsFilters = Omit<ListFilters<MembershipStatus>, 'membershipId' | 'currency'>
