import type { AppScope } from '@affiliate-platform/contract/server'
import type { InstallSource } from '../install-events/install-event.ts'
import { evidenceKinds } from '../referrals/referral.ts'

/** By what an install is explained: how the member is known, or an operator who said so without evidence. */
export const explainedBy = [...evidenceKinds, 'operator'] as const

export type ExplainedBy = (typeof explainedBy)[number]

/** Which installs: those at or after `from` and before `to`. */
export interface CoverageFilter extends AppScope {
  readonly from: Date
  readonly to: Date
}

/** Of a member or a link. */
export interface CoverageCounts {
  readonly installs: number
  /** How often links were followed in that time, without bots. */
  readonly clicks: number
}

/** How many installs a member brought. */
export interface MemberCoverage extends CoverageCounts {
  readonly membershipId: string
  readonly memberName: string
}

/** How many installs are known by the code of a link. */
export interface LinkCoverage extends CoverageCounts {
  readonly linkId: string
  readonly code: string
  readonly memberName: string
}

/** Of the installs of a time, how many are explained, and by what. */
export interface Coverage {
  readonly installs: number
  readonly explained: number
  readonly byEvidence: Readonly<Partial<Record<ExplainedBy, number>>>
  /** How many of the installs each source has told: one may be told by several. */
  readonly bySource: Readonly<Partial<Record<InstallSource, number>>>
  /** Those who brought most first. */
  readonly byMember: readonly MemberCoverage[]
  /** Those who brought most first. */
  readonly byLink: readonly LinkCoverage[]
  /** Followed links, without bots. */
  readonly clicks: number
  /** The first of the installs that nobody is known to have brought, by the shop's domain. */
  readonly unexplained: readonly { readonly shopDomain: string; readonly installedAt: Date }[]
}
