import type { BoundedList } from './bounded-list.ts'
import type { GroupSummary } from './group.ts'
import type { TermsEntry } from './terms-entry.ts'

/**
 * A group with the terms versions of its own.
 *
 * @example const hasOwnTerms = (group: GroupRecord) => group.terms.total > 0
 */
export interface GroupRecord extends GroupSummary {
  /** When it was created (RFC 3339). */
  readonly createdAt: string
  /** Whether shops may be claimed by hand; null leaves it to the terms. */
  readonly allowManualClaims: boolean | null
  /** The terms versions of the group itself, the latest to take effect first. */
  readonly terms: BoundedList<TermsEntry>
}
