import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { insertInstallEvents } from '../install-events/store.ts'
import type { Membership } from '../memberships/store.ts'
import { requestBackfill } from '../sales/feed/backfills.ts'
import type { AttributedReferral } from './attribute.ts'
import type { NewReferral } from './new-referral.ts'

/** The contract that a referral begins with. */
export interface FirstContract {
  readonly rules: SavedTermsRules
  /** The version that the rules are a copy of; null for an agreement that is older than the platform. */
  readonly termsVersionId: string | null
}

/** A referral whose terms are decided. */
export interface DecidedReferral extends AttributedReferral {
  readonly referralId: string
  readonly membership: Membership
  readonly contract: FirstContract
}

const insertStatement: Statement = {
  name: 'referral_insert',
  text: `
    insert into referrals
      (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, earns_install_reward,
       actor, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, date_trunc('milliseconds', now()))`,
}

const insertContractStatement: Statement = {
  name: 'referral_insert_contract',
  text: `
    insert into referral_contracts
      (workspace_id, id, referral_id, terms_version_id, rules, applies_from, reason, actor, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, date_trunc('milliseconds', now()))`,
}

const insertEvidenceStatement: Statement = {
  name: 'referral_insert_evidence',
  text: `
    insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, reason, actor)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

/** Adds a referral, its first contract, its evidence and the install that it tells of, and asks for the shop's sales. */
export async function insertReferral(
  tx: Queryable,
  plan: NewReferral,
  decided: DecidedReferral,
): Promise<void> {
  const { workspaceId, shopDomain, actor, installedAtMs } = plan
  const { referralId, membership, contract, originalInstallMs, appliesFromMs, earnsInstallReward } = decided
  const { appId, programId, groupId, id: membershipId } = membership
  const place = [workspaceId, referralId, appId, programId, groupId, membershipId, shopDomain]
  await tx.query(insertStatement, [...place, new Date(originalInstallMs), earnsInstallReward, actor])
  await tx.query(insertContractStatement, [
    workspaceId,
    newId(),
    referralId,
    contract.termsVersionId,
    JSON.stringify(contract.rules),
    new Date(appliesFromMs),
    plan.reason ?? null,
    actor,
  ])
  await insertEvidence(tx, plan, referralId)
  const installed = { kind: 'installed', shopDomain, shopNumber: null } as const
  const occurredAt = new Date(installedAtMs).toISOString()
  await insertInstallEvents(tx, { workspaceId, appId, actor }, [{ ...installed, occurredAt }])
  await requestBackfill(tx, { workspaceId, appId, shopDomain })
}

async function insertEvidence(tx: Queryable, plan: NewReferral, referralId: string): Promise<void> {
  const { workspaceId, clickedAtMs, installedAtMs, reason = null, actor } = plan
  const kind = plan.contract === undefined ? (plan.evidence ?? 'click') : 'claim'
  if (plan.evidence === undefined && plan.contract === undefined && clickedAtMs === undefined) return
  const occurredAt = new Date(clickedAtMs ?? installedAtMs)
  const values = [workspaceId, newId(), referralId, kind, occurredAt, reason, actor]
  await tx.query(insertEvidenceStatement, values)
}
