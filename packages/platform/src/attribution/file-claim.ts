import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { findMembership } from '../memberships/store.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { claimForbiddenBy } from '../referrals/claim-forbidden-by.ts'
import { findTermsInForce } from '../terms/in-force.ts'
import { attributeShop } from './attribute-shop.ts'
import { recordEvidence } from './record-evidence.ts'

/** A member's word that a shop came through them. */
export interface NewClaim {
  readonly workspaceId: string
  readonly membershipId: string
  readonly shopDomain: string
  readonly reason: string
  readonly actor: string
}

/** Why a claim is not taken. */
export type ClaimRejection =
  | 'unknown_membership'
  | 'membership_not_active'
  | `claim_forbidden_by_${'membership' | 'group' | 'terms'}`
  | 'claimed_already'
  | 'too_many_claims'

/** The claim, or why there is none. */
export type ClaimFiling =
  | { readonly ok: true; readonly evidenceId: string; readonly waiting: number }
  | { readonly ok: false; readonly rejection: ClaimRejection }

/** So many claims of a member may wait for a decision. */
const waitingMax = 50

const countStatement: Statement = {
  name: 'claim_count_waiting',
  text: `
    select count(*)::integer as count
    from evidence
    where workspace_id = $1 and membership_id = $2 and kind = 'claim'
      and not exists (
        select from attribution_cases held
        join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
        where held.workspace_id = $1 and held.evidence_id = evidence.id
      )`,
}

/** Files a claim, which a person decides: the member's word is no evidence by itself (D54). */
export async function fileClaim(database: Database, claim: NewClaim): Promise<ClaimFiling> {
  const { workspaceId, membershipId, shopDomain } = claim
  return await database.transaction(async (tx): Promise<ClaimFiling> => {
    const membership = await findMembership(tx, { workspaceId, id: membershipId })
    if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
    if (membership.state !== 'active') return { ok: false, rejection: 'membership_not_active' }
    const shop = { workspaceId, appId: membership.appId, shopDomain }
    const { nowMs } = await lockShop(tx, shop)
    const terms = await findTermsInForce(tx, claim, nowMs)
    const forbidding = await claimForbiddenBy(tx, membership, terms?.rules ?? { allowManualClaims: true })
    if (forbidding !== undefined) return { ok: false, rejection: `claim_forbidden_by_${forbidding}` }
    const waiting = await countWaiting(tx, claim)
    if (waiting >= waitingMax) return { ok: false, rejection: 'too_many_claims' }
    const { id, isNew } = await recordEvidence(tx, {
      ...claim,
      ...shop,
      ...{ kind: 'claim', linkId: null, occurredAtMs: undefined, sourceId: `${shopDomain} ${membershipId}` },
    })
    if (!isNew) return { ok: false, rejection: 'claimed_already' }
    await attributeShop(tx, shop)
    return { ok: true, evidenceId: id, waiting: waiting + 1 }
  })
}

async function countWaiting(
  tx: Queryable,
  { workspaceId, membershipId }: Pick<NewClaim, 'workspaceId' | 'membershipId'>,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countStatement, [workspaceId, membershipId])
  return row?.count ?? 0
}
