import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { findMembership } from '../memberships/store.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { insertReferral } from '../referrals/insert-referral.ts'
import { insertVoid } from '../referrals/void-referral.ts'
import { type Decision, decide } from './decide.ts'
import type { Candidate } from './judge-evidence.ts'
import { openCase } from './open-case.ts'
import { readHistory } from './read-history.ts'
import type { ShopHistory } from './shop-history.ts'

/** What was decided of a shop, and the referral that it has now. */
export interface ShopAttribution {
  readonly history: ShopHistory
  readonly decision: Decision
  readonly living:
    | { readonly id: string; readonly membershipId: string; readonly isOfOperator: boolean }
    | undefined
}

const dequeueStatement: Statement = {
  name: 'attribution_dequeue',
  text: 'delete from attribution_queue where workspace_id = $1 and app_id = $2 and shop_domain = $3',
}

/** Whoever ends a referral because the facts say so. */
const actor = 'system'

/**
 * Decides who brought a shop by everything that is known now, and makes it so: a referral is made, replaced by another or
 * ended, and a person is asked where one has to decide.
 */
export async function attributeShop(tx: Transaction, shop: ShopKey): Promise<ShopAttribution> {
  await lockShop(tx, shop)
  // From here on nothing is told of the shop that this decision does not see.
  await tx.query(dequeueStatement, [shop.workspaceId, shop.appId, shop.shopDomain])
  const history = await readHistory(tx, shop)
  const decision = decide(history)
  for (const { evidenceId, kind } of decision.cases) {
    const evidence = history.evidence.find(({ id }) => id === evidenceId)
    if (evidence === undefined) continue
    await openCase(tx, { ...shop, evidenceId, kind, membershipId: evidence.membershipId })
  }
  return { history, decision, living: await change(tx, shop, { history, decision }) }
}

async function change(
  tx: Transaction,
  shop: ShopKey,
  { history: { living }, decision }: Pick<ShopAttribution, 'history' | 'decision'>,
): Promise<ShopAttribution['living']> {
  const { winner } = decision
  if (decision.change === 'none') return living && { ...living, isOfOperator: living.evidenceId === null }
  if (living !== undefined) {
    await insertVoid(tx, { ...shop, ...living }, { reason: reasonOf(winner), actor })
  }
  const made = winner === undefined ? undefined : await make(tx, shop, winner)
  await postAllIn(tx, { ...shop, actor, runId: null })
  return made
}

const reasonOf = (winner: Candidate | undefined): string =>
  winner === undefined ? 'evidence_withdrawn' : `earlier_evidence ${winner.evidence.id}`

async function make(
  tx: Transaction,
  shop: ShopKey,
  { evidence, touchAtMs, terms, ...attributed }: Candidate,
): Promise<NonNullable<ShopAttribution['living']>> {
  const { workspaceId, shopDomain } = shop
  const { id: evidenceId, kind, membershipId } = evidence
  const membership = await findMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) throw new Error('A membership that has evidence is there.')
  const referralId = newId()
  await insertReferral(tx, {
    ...attributed,
    ...{ workspaceId, shopDomain, referralId, membership, actor },
    contract: { rules: terms.rules, termsVersionId: terms.id },
    evidence: { kind, atMs: touchAtMs, evidenceId },
    reason: evidence.decidedBecause,
  })
  return { id: referralId, membershipId, isOfOperator: false }
}
