import type { IdempotencyClaim, TermsVersionRecord, WriteTerms } from '@affiliate-platform/contract/server'
import type { FakeMembership } from './build-records.ts'

/** Makes the terms of a few memberships, in memory. */
export function createMemoryTerms(
  memberships: readonly FakeMembership[],
  nowMs: () => number,
): WriteTerms<undefined> {
  const versions: TermsVersionRecord[] = []
  const records = new Map<string, { readonly canonicalBody: string; readonly body: string }>()
  let last: Promise<unknown> = Promise.resolve()

  return (_context, { membershipId }, run) => {
    // One write at a time, as the lock of the real one has it.
    const turn = last.then(() =>
      run({
        lockMembership: async () => {
          const membership = memberships.find(({ id }) => id === membershipId)
          return membership && { programId: membership.programId, nowMs: nowMs() }
        },
        findRecord: async (claim) => {
          const record = records.get(toRecordKey(claim))
          return record && { isSameRequest: record.canonicalBody === claim.canonicalBody, body: record.body }
        },
        findApplyingVersion: async (instantMs = 0) => {
          const atMs = Math.max(instantMs, nowMs())
          const started = versions.filter(
            (version) => version.membershipId === membershipId && version.effectiveAtMs <= atMs,
          )
          return started.sort((a, b) => a.effectiveAtMs - b.effectiveAtMs).at(-1)?.id
        },
        newIdAfter: () => crypto.randomUUID(),
        insertVersion: (version) => versions.push(version),
        insertRecord: (claim, { body }) =>
          records.set(toRecordKey(claim), { canonicalBody: claim.canonicalBody, body }),
      }),
    )
    last = turn.catch(() => undefined)
    return turn
  }
}

const toRecordKey = ({ lineageId, targetId, key }: IdempotencyClaim): string =>
  JSON.stringify([lineageId, targetId, key])
