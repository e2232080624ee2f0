import type { TermsVersion } from '@affiliate-platform/contract'
import type { TermsVersionRecord } from './store.ts'

/** The representation of a saved version (interface 2.3); times in UTC to the millisecond. */
export function toTermsVersion(version: TermsVersionRecord): TermsVersion {
  return {
    id: version.id,
    programId: version.programId,
    target: { kind: 'membership', id: version.membershipId },
    rules: version.rules,
    effectiveAt: new Date(version.effectiveAtMs).toISOString(),
    createdAt: new Date(version.createdAtMs).toISOString(),
    supersedes: version.supersedes ?? null,
    createdBy: version.createdBy,
  }
}
