import type { BoundedList } from './bounded-list.ts'
import type { Later } from './later.ts'
import type { MembershipSummary } from './membership.ts'
import type { TermsEntry } from './terms-entry.ts'
import type { SavedTermsRules } from './terms-rules.ts'

/**
 * The terms that rule a membership.
 *
 * @example const isOwn = (terms: TermsInForce) => terms.from === 'membership'
 */
export interface TermsInForce {
  /** The version's id (UUID). */
  readonly id: string
  /** Whose version it is: the nearest that has one in force. */
  readonly from: 'membership' | 'group' | 'program' | Later
  /** From when it applies (RFC 3339). */
  readonly effectiveAt: string
  /** The rules as saved. */
  readonly rules: SavedTermsRules
}

/**
 * A membership with its terms timeline.
 *
 * @example const toRate = (membership: MembershipRecord) => membership.termsInForce?.rules.rateBps
 */
export interface MembershipRecord extends MembershipSummary {
  /** When it was created (RFC 3339). */
  readonly createdAt: string
  /** Whether shops may be claimed by hand; null leaves it to the group and the terms. */
  readonly allowManualClaims: boolean | null
  /** The terms that rule it now; null where none are in force. */
  readonly termsInForce: TermsInForce | null
  /** The terms versions of the membership itself, the latest to take effect first. */
  readonly terms: BoundedList<TermsEntry>
}
