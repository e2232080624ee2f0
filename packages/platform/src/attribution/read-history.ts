import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Installation } from '../install-events/merge-installs.ts'
import { listInstallations } from '../install-events/store.ts'
import { membershipStateSql } from '../memberships/store.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { findTermsInForce } from '../terms/in-force.ts'
import { isWithdrawnSql } from './is-withdrawn-sql.ts'
import { joinLastDecision } from './last-decision-sql.ts'
import type { Evidence, LivingReferral, ShopHistory, TouchTerms } from './shop-history.ts'

const listStatement: Statement = {
  name: 'attribution_list_evidence',
  text: `
    select evidence.id, evidence.kind, evidence.membership_id as "membershipId", lower(link.code) as code,
      evidence.occurred_at as "occurredAt", decided.decision as verdict, decided.created_at as "decidedAt",
      decided.reason as "decidedBecause",
      (
        select void.reason from referral_evidence made
        join referral_voids void on void.workspace_id = $1 and void.referral_id = made.referral_id
        where made.workspace_id = $1 and made.evidence_id = evidence.id and void.actor <> 'system'
        order by void.created_at desc
        limit 1
      ) as "voidedBecause",
      evidence.day_clicks as "dayClicks", evidence.clicks_before as "clicksBefore",
      ${isWithdrawnSql} as "isWithdrawn",
      case
        when ${membershipStateSql('membership')} <> 'active' then 'membership_not_active'
        when program.closed_at is not null then 'program_closed'
      end as closed
    from evidence
    join memberships membership on membership.workspace_id = $1 and membership.id = evidence.membership_id
    join programs program on program.workspace_id = $1 and program.id = membership.program_id
    left join links link on link.workspace_id = $1 and link.id = evidence.link_id ${joinLastDecision}
    where evidence.workspace_id = $1 and evidence.app_id = $2 and evidence.shop_domain = $3
    order by evidence.id`,
}

// By itself: a node of a cluster that is at a query of ours cannot ask another one.
const listOwnersStatement: Statement = {
  name: 'attribution_list_owners',
  text: `
    select member.id from unnest($3::uuid[]) member (id)
    where is_own_shop($1, member.id, $2)`,
}

const findLivingStatement: Statement = {
  name: 'attribution_find_living',
  text: `
    select referral.id, referral.membership_id as "membershipId", referral.installed_at as "installedAt",
      referral.earns_install_reward as "earnsInstallReward", contract.applies_from as "appliesFrom",
      contract.terms_version_id as "termsVersionId", referral.created_at as "createdAt",
      (
        select made.evidence_id from referral_evidence made
        where made.workspace_id = $1 and made.referral_id = referral.id and made.evidence_id is not null
        limit 1
      ) as "evidenceId",
      exists (
        select from commissions commission
        where commission.workspace_id = $1 and commission.referral_id = referral.id
          and commission.payout_id is not null
      ) as "isPaid"
    from referrals referral
    join lateral (
      select applies_from, terms_version_id
      from referral_contracts contract
      where contract.workspace_id = $1 and contract.referral_id = referral.id
      order by contract.applies_from, contract.id
      limit 1
    ) contract on true
    where referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain = $3
      and referral.voided_at is null`,
}

const findCompleteStatement: Statement = {
  name: 'attribution_find_complete',
  text: `
    select 1 from sale_feeds
    where workspace_id = $1 and app_id = $2 and installs_read_until is not null`,
}

type EvidenceRow = Omit<Evidence, 'occurredAtMs' | 'decidedAtMs' | 'clicks' | 'isOwnShop'> & {
  readonly occurredAt: Date
  readonly decidedAt: Date | null
  readonly dayClicks: number | null
  readonly clicksBefore: number | null
}

type LivingRow = Omit<LivingReferral, 'originalInstallMs' | 'appliesFromMs' | 'createdAtMs'> & {
  readonly createdAt: Date
  readonly installedAt: Date
  readonly appliesFrom: Date
}

/** Reads everything that decides who brought a shop. */
export async function readHistory(database: Queryable, shop: ShopKey): Promise<ShopHistory> {
  const values = [shop.workspaceId, shop.appId, shop.shopDomain]
  const [rows, [living], complete, installations] = await Promise.all([
    database.query<EvidenceRow>(listStatement, values),
    database.query<LivingRow>(findLivingStatement, values),
    database.query(findCompleteStatement, [shop.workspaceId, shop.appId]),
    listInstallations(database, shop),
  ])
  const owners = await listOwners(database, shop, rows)
  const evidence = rows.map(({ occurredAt, decidedAt, dayClicks, clicksBefore, ...row }) => ({
    ...row,
    isOwnShop: owners.has(row.membershipId),
    clicks: dayClicks === null || clicksBefore === null ? null : { day: dayClicks, before: clicksBefore },
    occurredAtMs: occurredAt.getTime(),
    decidedAtMs: decidedAt?.getTime() ?? null,
  }))
  return {
    installations,
    isComplete: complete.length > 0,
    evidence,
    living: living && toLiving(living),
    findTerms: await readTerms(database, shop, { evidence, installations }),
  }
}

/** The members whose own shop it is. */
async function listOwners(
  database: Queryable,
  { workspaceId, shopDomain }: ShopKey,
  rows: readonly EvidenceRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const members = [...new Set(rows.map(({ membershipId }) => membershipId))]
  const values = [workspaceId, shopDomain, members]
  const owners = await database.query<{ readonly id: string }>(listOwnersStatement, values)
  return new Set(owners.map(({ id }) => id))
}

const toLiving = ({ installedAt, appliesFrom, createdAt, ...row }: LivingRow): LivingReferral => ({
  ...row,
  originalInstallMs: installedAt.getTime(),
  appliesFromMs: appliesFrom.getTime(),
  createdAtMs: createdAt.getTime(),
})

/** Reads the terms of every instant that may turn out to be that of a touch. */
async function readTerms(
  database: Queryable,
  { workspaceId }: ShopKey,
  known: { readonly evidence: readonly Evidence[]; readonly installations: readonly Installation[] },
): Promise<ShopHistory['findTerms']> {
  const found = new Map<string, TouchTerms | undefined>()
  for (const { membershipId, occurredAtMs } of known.evidence) {
    for (const atMs of [occurredAtMs, ...known.installations.map(({ fromMs }) => fromMs)]) {
      const key = `${membershipId} ${atMs}`
      if (found.has(key)) continue
      found.set(key, await findTermsInForce(database, { workspaceId, membershipId }, atMs))
    }
  }
  return (membershipId, atMs) => found.get(`${membershipId} ${atMs}`)
}
