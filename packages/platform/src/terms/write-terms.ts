import type { WriteTerms } from '@affiliate-platform/contract/server'
import { newIdAfter } from '../database/new-id.ts'
import type { RequestContext } from '../database/request-context.ts'
import { findIdempotencyRecord, insertIdempotencyRecord } from '../idempotency/store.ts'
import { findApplyingVersion, insertTermsVersion, lockMembership } from './store.ts'

/** Writes terms in one transaction. */
export const writeTerms: WriteTerms<RequestContext> = ({ database, nowMs }, membership, run) => {
  const { workspaceId, appId, membershipId } = membership
  return database.transaction((tx) =>
    run({
      lockMembership: () => lockMembership(tx, { ...membership, nowMs }),
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
