import type { TermsRules } from '@affiliate-platform/contract'
import type { EvidenceKind } from './referral.ts'

/** A referral that is to be. Times are in milliseconds since 1970. */
export interface NewReferral {
  readonly workspaceId: string
  readonly membershipId: string
  readonly shopDomain: string
  readonly installedAtMs: number
  readonly clickedAtMs: number | undefined
  /** How it is known; `undefined`: by the click, where there is one. */
  readonly evidence: EvidenceKind | undefined
  /** Why it was decided so. A claim needs one, and an agreement, which is a claim. */
  readonly reason: string | undefined
  /** The rules of an agreement that is older than the platform, instead of the terms in force. */
  readonly contract: OwnContract | undefined
  readonly actor: string
}

/** Rules that were agreed before the platform was there. */
export interface OwnContract {
  readonly rules: TermsRules
  /** From when they apply, here also in the past; `undefined`: from the install. */
  readonly effectiveAtMs: number | undefined
}
