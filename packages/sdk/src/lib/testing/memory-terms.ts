import {
  createMemoryIdempotency,
  type TermsVersionRecord,
  type WriteTerms,
} from '@affiliate-platform/contract/server'
import type { FakeMembership } from './build-records.ts'

/** Makes the terms of a few memberships, in memory. */
export function createMemoryTerms(
  memberships: readonly FakeMembership[],
  nowMs: () => number,
): WriteTerms<undefined> {
  const versions: TermsVersionRecord[] = []
  const records = createMemoryIdempotency()
  let last: Promise<unknown> = Promise.resolve()

  return (_context, { membershipId }, run) => {
    const membership = memberships.find(({ id }) => id === membershipId)
    // One write at a time, as the lock of the real one has it.
    const turn = last.then(() =>
      run({
        lockMembership: async () => membership && { programId: membership.programId, nowMs: nowMs() },
        findIdempotencyRecord: async (claim) => records.find(claim),
        findApplyingVersion: async (instantMs = 0) => {
          const atMs = Math.max(instantMs, nowMs())
          return versions
            .filter((version) => version.targetId === membershipId && version.effectiveAtMs <= atMs)
            .sort((a, b) => a.effectiveAtMs - b.effectiveAtMs)
            .at(-1)?.id
        },
        newIdAfter: () => crypto.randomUUID(),
        insertVersion: (version) => versions.push(version),
        insertIdempotencyRecord: records.insert,
      }),
    )
    last = turn.catch(() => undefined)
    return turn
  }
}
