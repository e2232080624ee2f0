import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { type ClosedToClaims, findClaimsClosed, type MemberKey } from './find-claims-closed.ts'
import { openCase } from './open-case.ts'
import { recordEvidence } from './record-evidence.ts'

/** A member's word that a shop came through them. */
export interface NewClaim extends MemberKey {
  readonly shopDomain: string
  readonly reason: string
  /** When they reached the shop; default: now. */
  readonly occurredAtMs?: number
  readonly actor: string
}

/** Why a claim is not taken. Nothing of it depends on the shop, but for what the member has said of it before. */
export type ClaimRejection =
  | ClosedToClaims
  | 'claimed_already'
  | 'too_many_claims'
  | 'too_many_claims_in_a_day'

/** The claim, or why there is none. */
export type ClaimFiling =
  | { readonly ok: true; readonly evidenceId: string; readonly waiting: number }
  | { readonly ok: false; readonly rejection: ClaimRejection }

/** So many claims of a member may wait for a decision. */
export const waitingClaimsMax = 50
/** So many a member may file in 24 hours by themself. */
export const dailyClaimsMax = 20
/** From so many on that wait, somebody looks at the member. Fewer may be an honest member with many shops. */
export const manyClaims = 10

// Claims of one member take turns: each sees how many there are.
const lockStatement: Statement = {
  name: 'claim_lock_membership',
  text: `
    select app_id as "appId" from memberships where workspace_id = $1 and id = $2 for no key update`,
}

const countStatement: Statement = {
  name: 'claim_count',
  text: `
    select
      (count(*) filter (where not exists (
        select from attribution_cases held
        join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
        where held.workspace_id = $1 and held.evidence_id = evidence.id
      )))::integer as waiting,
      (count(*) filter (where created_at > now() - interval '1 day' and actor like 'member:%'))::integer as "ofDay"
    from evidence
    where workspace_id = $1 and membership_id = $2 and kind = 'claim'`,
}

/**
 * Files a claim, which a person decides: the member's word is no evidence by itself (D54). The shop is not looked at, so
 * that nothing about it can be learned by claiming it (D445).
 */
export async function fileClaim(database: Database, claim: NewClaim): Promise<ClaimFiling> {
  const { workspaceId, membershipId, shopDomain, occurredAtMs } = claim
  return await database.transaction(async (tx): Promise<ClaimFiling> => {
    const values = [workspaceId, membershipId]
    const [membership] = await tx.query<{ readonly appId: string }>(lockStatement, values)
    if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
    const closed = await findClaimsClosed(tx, claim)
    if (closed !== undefined) return { ok: false, rejection: closed }
    const { waiting, ofDay } = await countClaims(tx, claim)
    if (waiting >= waitingClaimsMax) return { ok: false, rejection: 'too_many_claims' }
    if (ofDay >= dailyClaimsMax && claim.actor.startsWith('member:')) {
      return { ok: false, rejection: 'too_many_claims_in_a_day' }
    }
    const { appId } = membership
    const { id: evidenceId, isNew } = await recordEvidence(tx, {
      ...{ ...claim, appId, kind: 'claim', linkId: null, occurredAtMs },
      sourceId: `${shopDomain} ${membershipId}`,
    })
    if (!isNew) return { ok: false, rejection: 'claimed_already' }
    await openCase(tx, { workspaceId, appId, evidenceId, membershipId, kind: 'claim' })
    return { ok: true, evidenceId, waiting: waiting + 1 }
  })
}

async function countClaims(
  tx: Queryable,
  { workspaceId, membershipId }: MemberKey,
): Promise<{ readonly waiting: number; readonly ofDay: number }> {
  const values = [workspaceId, membershipId]
  const [row] = await tx.query<{ waiting: number; ofDay: number }>(countStatement, values)
  return row ?? { waiting: 0, ofDay: 0 }
}
