import { referralEndsAt } from '@affiliate-platform/commission-engine'
import { checkTermsRules, toSavedRules } from '@affiliate-platform/contract'
import type { Database, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { newId } from '../database/statements/new-id.ts'
import { findFirstInstallMs, insertInstallEvents } from '../install-events/store.ts'
import { findMembership, type Membership } from '../memberships/store.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'
import { isClosed } from '../programs/store.ts'
import { findTermsInForce } from '../terms/in-force.ts'
import { type AttributedReferral, attribute, type ReferralRejection } from './attribute.ts'
import { claimForbiddenBy } from './claim-forbidden-by.ts'
import { type FirstContract, insertReferral, type ReferralEvidence } from './insert-referral.ts'
import type { NewReferral, OwnContract } from './new-referral.ts'
import { findLivingReferral } from './read-referrals.ts'

/** The referral, or why there is none, and nothing was written. */
export type ReferralCreation =
  | {
      readonly ok: true
      readonly referralId: string
      /** The term was over before the referral was made: it earns nothing any more (D53). */
      readonly isOver: boolean
    }
  | { readonly ok: false; readonly rejection: ReferralRejection }

/**
 * Adds a referral with a contract: a copy of the terms in force for the membership at the click, or without one at the
 * install. Whatever terms are saved later, this referral keeps its contract (interface 1).
 */
export async function createReferral(database: Database, plan: NewReferral): Promise<ReferralCreation> {
  const { contract, evidence, reason } = plan
  if (reason === undefined && (contract !== undefined || evidence === 'claim')) {
    return { ok: false, rejection: 'reason_missing' }
  }
  if (contract !== undefined && (evidence ?? 'claim') !== 'claim') {
    return { ok: false, rejection: 'agreement_is_claim' }
  }
  try {
    return await database.transaction((tx) => createIn(tx, plan))
  } catch (error) {
    if (rejectingConstraint(error) !== 'referrals_one_living_per_shop') throw error
    return { ok: false, rejection: 'shop_referred_already' }
  }
}

async function createIn(tx: Transaction, plan: NewReferral): Promise<ReferralCreation> {
  const { workspaceId, membershipId, shopDomain, installedAtMs, clickedAtMs, actor } = plan
  const membership = await findMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
  if (membership.state !== 'active') return { ok: false, rejection: 'membership_not_active' }
  if (await isClosed(tx, membership)) return { ok: false, rejection: 'program_closed' }
  const shop = { workspaceId, appId: membership.appId, shopDomain }
  const { nowMs } = await lockShop(tx, shop)
  if (installedAtMs > nowMs) return { ok: false, rejection: 'installed_in_future' }
  if (clickedAtMs !== undefined && clickedAtMs > nowMs) return { ok: false, rejection: 'clicked_in_future' }
  if (await findLivingReferral(tx, shop)) return { ok: false, rejection: 'shop_referred_already' }
  const firstInstallMs = await findFirstInstallMs(tx, shop)
  const known = { membership, firstInstallMs }
  const decided = await (plan.contract === undefined
    ? decideByTerms(tx, plan, known)
    : decideByAgreement(tx, plan.contract, { ...known, installedAtMs }))
  if (typeof decided === 'string') return { ok: false, rejection: decided }
  const referralId = newId()
  const { reason = null } = plan
  const evidence = toEvidence(plan)
  await insertReferral(tx, { ...shop, ...decided, referralId, membership, evidence, reason, actor })
  const installed = { kind: 'installed', shopDomain, shopNumber: null } as const
  const occurredAt = new Date(installedAtMs).toISOString()
  await insertInstallEvents(tx, { ...shop, source: 'operator', actor }, [{ ...installed, occurredAt }])
  await postAllIn(tx, { ...shop, actor, runId: null })
  const endsAtMs = referralEndsAt({ installedAtMs: decided.originalInstallMs }, decided.contract.rules)
  return { ok: true, referralId, isOver: endsAtMs !== null && endsAtMs <= nowMs }
}

function toEvidence(plan: NewReferral): ReferralEvidence | undefined {
  const { clickedAtMs, installedAtMs, contract } = plan
  const kind = contract === undefined ? plan.evidence : 'claim'
  if (kind === undefined && clickedAtMs === undefined) return undefined
  return { kind: kind ?? 'click', atMs: clickedAtMs ?? installedAtMs, evidenceId: null }
}

interface Known {
  readonly membership: Membership
  readonly firstInstallMs: number | undefined
}

type Decided = AttributedReferral & { readonly contract: FirstContract }

async function decideByTerms(
  tx: Transaction,
  plan: NewReferral,
  { membership, firstInstallMs }: Known,
): Promise<Decided | ReferralRejection> {
  const { clickedAtMs, installedAtMs, evidence } = plan
  const terms = await findTermsInForce(tx, plan, clickedAtMs ?? installedAtMs)
  if (terms === undefined) return 'no_terms_in_force'
  const forbidding = evidence === 'claim' ? await claimForbiddenBy(tx, membership, terms.rules) : undefined
  if (forbidding !== undefined) return `claim_forbidden_by_${forbidding}`
  const attributed = attribute(terms.rules, { clickedAtMs, installedAtMs, firstInstallMs })
  if (typeof attributed === 'string') return attributed
  return { ...attributed, contract: { rules: terms.rules, termsVersionId: terms.id } }
}

/**
 * What was agreed holds, whatever the terms of today say, but it is a claim: membership and group may forbid it. A shop
 * that had the app before earns no reward here either.
 */
async function decideByAgreement(
  tx: Transaction,
  { rules, effectiveAtMs }: OwnContract,
  { membership, installedAtMs, firstInstallMs = installedAtMs }: Known & { readonly installedAtMs: number },
): Promise<Decided | ReferralRejection> {
  if (checkTermsRules(rules).length > 0) return 'rules_rejected'
  const forbidding = await claimForbiddenBy(tx, membership, { allowManualClaims: true })
  if (forbidding !== undefined) return `claim_forbidden_by_${forbidding}`
  return {
    originalInstallMs: Math.min(installedAtMs, firstInstallMs),
    appliesFromMs: effectiveAtMs ?? installedAtMs,
    earnsInstallReward: firstInstallMs >= installedAtMs,
    contract: { rules: toSavedRules(rules), termsVersionId: null },
  }
}
