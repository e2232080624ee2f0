import type { IdempotencyClaim, WriteTerms } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import { toDatabaseFault } from '../database/statements/faults.ts'
import { newIdAfter } from '../database/statements/new-id.ts'
import { findIdempotencyRecord, insertIdempotencyRecord } from '../idempotency/store.ts'
import { findApplyingVersion, insertTermsVersion, lockMembershipTerms } from './store.ts'

/** Creates the write of terms, in one transaction. */
export function createTermsWriter(): WriteTerms<RequestContext> {
  /** How many requests of a claim are under way in this process. */
  const underWay = new Map<string, number>()
  return async (context, target, run) => {
    const { claim } = target
    if (claim === undefined) return await writeTerms(context, target, run)
    const name = nameClaim(claim)
    underWay.set(name, (underWay.get(name) ?? 0) + 1)
    try {
      return await writeTerms(context, target, run)
    } catch (error) {
      // What it waited for in vain may be its own retry. A key that nobody else has sent is in no one's way (D252).
      const hasRival = (underWay.get(name) ?? 0) > 1
      if (hasRival && toDatabaseFault(error) === 'lock_timeout') return 'in_progress'
      throw error
    } finally {
      const others = (underWay.get(name) ?? 0) - 1
      if (others > 0) underWay.set(name, others)
      else underWay.delete(name)
    }
  }
}

const nameClaim = ({ workspaceId, lineageId, operation, targetId, key }: IdempotencyClaim): string =>
  [workspaceId, lineageId, operation, targetId, key].join(' ')

const writeTerms: WriteTerms<RequestContext> = ({ database, nowMs }, membership, run) => {
  const { workspaceId, appId, membershipId } = membership
  return database.transaction((tx) =>
    run({
      lockMembership: () => lockMembershipTerms(tx, { ...membership, nowMs }),
      findIdempotencyRecord: (claim) => findIdempotencyRecord(tx, claim),
      findApplyingVersion: (instantMs) =>
        findApplyingVersion(
          tx,
          { workspaceId, targetId: membershipId, nowMs },
          instantMs && toAskableMs(instantMs),
        ),
      newIdAfter,
      insertVersion: (version) => insertTermsVersion(tx, { workspaceId, appId, kind: 'membership' }, version),
      insertIdempotencyRecord: (claim, first) => insertIdempotencyRecord(tx, claim, first),
    }),
  )
}

// Of instants before 1970 and after 9998, which are rejected, Postgres need not understand the text.
const toAskableMs = (ms: number): number => Math.min(Math.max(ms, 0), Date.UTC(9999))
