import type { ListFilters } from './list-filters.ts'
import type { RecordSummary } from './record-summary.ts'

/**
 * A group state known today: terms of its own are in force, or those of its program, or none.
 *
 * @example const covered: GroupStatus[] = ['own_terms', 'inherited_terms']
 */
export type GroupStatus = 'own_terms' | 'inherited_terms' | 'no_terms'

/**
 * A row of the groups list. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isEmpty = (group: GroupSummary) => group.memberships === 0
 */
export interface GroupSummary extends RecordSummary<'groups', GroupStatus> {
  /** The group's name. */
  readonly groupName: string
  /** How many memberships are in the group now. */
  readonly memberships: number
}

/**
 * Filters of a groups list. Absent means no filter.
 *
 * @example const filters: GroupsFilters = { status: 'no_terms' }
 */
export type GroupsFilters = Omit<ListFilters<GroupStatus>, 'groupId' | 'membershipId' | 'currency'>
