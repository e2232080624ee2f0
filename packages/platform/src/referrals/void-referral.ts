import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { tell } from '../outbox/tell.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'
import { findReferral } from './read-referrals.ts'
import type { ReferralKey, ReferralRecord } from './referral.ts'

/** How many commissions take back what it earned; or why nothing was done. */
export type ReferralVoid =
  | { readonly ok: true; readonly posted: number }
  | { readonly ok: false; readonly rejection: 'unknown_referral' | 'voided_already' }

const insertStatement: Statement = {
  name: 'referral_insert_void',
  text: `
    insert into referral_voids (workspace_id, referral_id, reason, actor)
    values ($1, $2, $3, $4)`,
}

/** Why a referral ends, and who says so. */
export interface VoidCause {
  readonly reason: string
  readonly actor: string
}

interface VoidedReferral extends Pick<ReferralRecord, 'id' | 'appId' | 'membershipId'> {
  readonly workspaceId: string
}

/** Ends a referral whose shop is locked. What it earned is taken back by the posting that has to follow. */
export async function insertVoid(
  tx: Transaction,
  { workspaceId, appId, id, membershipId }: VoidedReferral,
  { reason, actor }: VoidCause,
): Promise<void> {
  await tx.query(insertStatement, [workspaceId, id, reason, actor])
  tell(tx, workspaceId, [{ topic: 'referral.voided', data: { appId, membershipId, referralId: id } }])
}

/** Ends a referral and takes back everything that it earned, also what was paid: that is owed from then on. */
export async function voidReferral(
  database: Database,
  key: ReferralKey,
  { reason, actor }: VoidCause,
): Promise<ReferralVoid> {
  return await database.transaction(async (tx) => {
    const found = await findReferral(tx, key)
    if (found === undefined) return { ok: false, rejection: 'unknown_referral' }
    const { workspaceId } = key
    const shop = { workspaceId, appId: found.appId, shopDomain: found.shopDomain }
    await lockShop(tx, shop)
    // A rival may have been faster.
    const locked = await findReferral(tx, key)
    if (locked?.voidedAt !== null) return { ok: false, rejection: 'voided_already' }
    await insertVoid(tx, { workspaceId, ...found }, { reason, actor })
    const { posted } = await postAllIn(tx, { ...shop, actor, runId: null })
    return { ok: true, posted }
  })
}
