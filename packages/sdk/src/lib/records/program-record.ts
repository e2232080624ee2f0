import type { BoundedList } from './bounded-list.ts'
import type { ProgramSummary } from './program.ts'
import type { TermsEntry } from './terms-entry.ts'

/**
 * A program with its terms versions.
 *
 * @example const inForce = (program: ProgramRecord) => program.terms.items.find(({ state }) => state === 'applies')
 */
export interface ProgramRecord extends ProgramSummary {
  /** Its terms versions, the latest to take effect first. */
  readonly terms: BoundedList<TermsEntry>
}
