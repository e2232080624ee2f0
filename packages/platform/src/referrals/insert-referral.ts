import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { Membership } from '../memberships/store.ts'
import { tell } from '../outbox/tell.ts'
import { requestBackfill } from '../sales/feed/backfills.ts'
import type { AttributedReferral } from './attribute.ts'
import type { EvidenceKind } from './referral.ts'

/** The contract that a referral begins with. */
export interface FirstContract {
  readonly rules: SavedTermsRules
  /** The version that the rules are a copy of; null for an agreement that is older than the platform. */
  readonly termsVersionId: string | null
}

/** How it is known that the membership brought the shop. */
export interface ReferralEvidence {
  readonly kind: EvidenceKind
  readonly atMs: number
  /** What was known before the referral; null where an operator says it with the referral. */
  readonly evidenceId: string | null
}

export interface DecidedReferral extends AttributedReferral {
  readonly referralId: string
  readonly workspaceId: string
  readonly shopDomain: string
  readonly membership: Pick<Membership, 'id' | 'appId' | 'programId' | 'groupId'>
  readonly contract: FirstContract
  readonly evidence: ReferralEvidence | undefined
  readonly reason: string | null
  readonly actor: string
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
    insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, reason, actor, evidence_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Adds a referral, its first contract and its evidence, and asks for the shop's sales. */
export async function insertReferral(tx: Transaction, decided: DecidedReferral): Promise<void> {
  const { workspaceId, referralId, shopDomain, membership, contract, evidence, reason, actor } = decided
  const { appId, programId, groupId, id: membershipId } = membership
  const { originalInstallMs, appliesFromMs, earnsInstallReward } = decided
  const place = [workspaceId, referralId, appId, programId, groupId, membershipId, shopDomain]
  await tx.query(insertStatement, [...place, new Date(originalInstallMs), earnsInstallReward, actor])
  const version = [contract.termsVersionId, JSON.stringify(contract.rules), new Date(appliesFromMs)]
  await tx.query(insertContractStatement, [workspaceId, newId(), referralId, ...version, reason, actor])
  if (evidence !== undefined) {
    const { kind, atMs, evidenceId } = evidence
    const known = [kind, new Date(atMs), reason, actor, evidenceId]
    await tx.query(insertEvidenceStatement, [workspaceId, newId(), referralId, ...known])
  }
  tell(tx, workspaceId, [{ topic: 'referral.created', data: { appId, membershipId, referralId } }])
  await requestBackfill(tx, { workspaceId, appId, shopDomain })
}
