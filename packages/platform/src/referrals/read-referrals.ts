import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import type { EvidenceKind, ReferralKey, ReferralRecord } from './referral.ts'
import { latestEvidence, referralStatus } from './referral-status.ts'

export interface ContractRecord {
  readonly id: string
  readonly appliesFrom: Date
  /** The terms version that it is a copy of; null for an agreement that is older than the platform. */
  readonly termsVersionId: string | null
  /** The accepted proposal that added it; null of the first one. */
  readonly proposalId: string | null
  readonly reason: string | null
  readonly actor: string
  readonly createdAt: Date
  readonly rules: SavedTermsRules
}

/** A piece of evidence for a referral. */
export interface EvidenceRecord {
  readonly kind: EvidenceKind
  readonly at: Date
  readonly reason: string | null
  readonly actor: string
}

const findStatement: Statement = {
  name: 'referral_find',
  text: `
    select
      referral.id, referral.app_id as "appId", referral.program_id as "programId", referral.group_id as "groupId",
      referral.membership_id as "membershipId", referral.shop_domain as "shopDomain",
      referral.installed_at as "installedAt", ${latestEvidence('referral')} as evidence,
      ${referralStatus('referral', 'now()')} as status,
      referral.created_at as "createdAt", referral.voided_at as "voidedAt"
    from referrals referral
    where referral.workspace_id = $1 and referral.id = $2`,
}

const listContractsStatement: Statement = {
  name: 'referral_list_contracts',
  text: `
    select id, applies_from as "appliesFrom", terms_version_id as "termsVersionId", proposal_id as "proposalId", reason,
      actor, created_at as "createdAt", rules
    from referral_contracts
    where workspace_id = $1 and referral_id = $2
    order by applies_from, id`,
}

const listRulesStatement: Statement = {
  name: 'referral_list_rules',
  text: `
    select referral.id as "referralId", contract.rules
    from unnest($2::uuid[]) referral(id)
    cross join lateral (
      select rules from referral_contracts
      where workspace_id = $1 and referral_id = referral.id and applies_from <= now()
      order by applies_from desc, id desc
      limit 1
    ) contract`,
}

const listEvidenceStatement: Statement = {
  name: 'referral_list_evidence',
  text: `
    select kind, occurred_at as at, reason, actor
    from referral_evidence
    where workspace_id = $1 and referral_id = $2
    order by id`,
}

const findLivingStatement: Statement = {
  name: 'referral_find_living',
  text: `
    select id from referrals
    where workspace_id = $1 and app_id = $2 and shop_domain = $3 and voided_at is null`,
}

/** Finds the id of the one living referral of a shop. */
export async function findLivingReferral(
  database: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<string | undefined> {
  const values = [workspaceId, appId, shopDomain]
  const [row] = await database.query<{ id: string }>(findLivingStatement, values)
  return row?.id
}

/** Finds a referral of a workspace. */
export async function findReferral(
  database: Queryable,
  { workspaceId, referralId }: ReferralKey,
): Promise<ReferralRecord | undefined> {
  const [referral] = await database.query<ReferralRecord>(findStatement, [workspaceId, referralId])
  return referral
}

/** Lists the contracts of a referral, in the order in which they apply. */
export async function listContracts(
  database: Queryable,
  { workspaceId, referralId }: ReferralKey,
): Promise<readonly ContractRecord[]> {
  return await database.query<ContractRecord>(listContractsStatement, [workspaceId, referralId])
}

/** Lists the rules that count for some referrals now. */
export async function listRules(
  database: Queryable,
  workspaceId: string,
  referralIds: readonly string[],
): Promise<readonly { readonly referralId: string; readonly rules: SavedTermsRules }[]> {
  return await database.query(listRulesStatement, [workspaceId, referralIds])
}

/** Lists the evidence for a referral, oldest first. */
export async function listEvidence(
  database: Queryable,
  { workspaceId, referralId }: ReferralKey,
): Promise<readonly EvidenceRecord[]> {
  return await database.query<EvidenceRecord>(listEvidenceStatement, [workspaceId, referralId])
}
