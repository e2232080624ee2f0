import type { Later } from './later.ts'
import type { ListFilters } from './list-filters.ts'

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
export interface GroupSummary {
  /** The record's id (UUID). */
  readonly id: string
  /** The kind of record. */
  readonly kind: 'groups'
  /** The app that owns the group (UUID): your key's own. */
  readonly appId: string
  /** The program (UUID) that the group belongs to. */
  readonly programId: string
  /** The program's name. */
  readonly name: string
  /** Whose terms are in force: a `GroupStatus`, or a later one. */
  readonly status: GroupStatus | Later
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
