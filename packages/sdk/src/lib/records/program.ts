import type { ListFilters } from './list-filters.ts'
import type { RecordSummary } from './record-summary.ts'

/**
 * A program state known today: its terms are in force, take effect later, or there are none.
 *
 * @example const open: ProgramStatus[] = ['active', 'scheduled']
 */
export type ProgramStatus = 'active' | 'scheduled' | 'draft'

/**
 * A row of the programs list. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isActive = (program: ProgramSummary) => program.status === 'active'
 */
export interface ProgramSummary extends RecordSummary<'programs', ProgramStatus> {
  /** When it was created (RFC 3339). */
  readonly createdAt: string
}

/**
 * Filters of a programs list. Absent means no filter.
 *
 * @example const filters: ProgramsFilters = { status: 'active', search: 'agency' }
 */
export type ProgramsFilters = Omit<
  ListFilters<ProgramStatus>,
  'programId' | 'groupId' | 'membershipId' | 'currency'
>
