import type { Later } from './later.ts'
import type { SavedTermsRules } from './terms-rules.ts'

/**
 * What a terms version is now: it was in force, is in force, or takes effect later.
 *
 * @example const isOpen = (state: TermsState) => state !== 'past'
 */
export type TermsState = 'past' | 'applies' | 'scheduled'

/**
 * A terms version of a program, group or membership itself.
 *
 * @example const isInForce = (version: TermsEntry) => version.state === 'applies'
 */
export interface TermsEntry {
  /** The version's id (UUID). */
  readonly id: string
  /** A `TermsState`, or a later one. */
  readonly state: TermsState | Later
  /** From when it applies (RFC 3339). */
  readonly effectiveAt: string
  /** When it was saved (RFC 3339). */
  readonly createdAt: string
  /** Who saved it: `key:<id>` or `operator:<name>`. */
  readonly actor: string
  /** The version (UUID) that it came after; null for the first. */
  readonly supersedes: string | null
  /** The rules as saved. */
  readonly rules: SavedTermsRules
}
