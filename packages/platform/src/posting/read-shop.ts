import type { AppTransaction, Referral } from '@affiliate-platform/commission-engine'
import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { toNano } from './nano.ts'

export interface ShopKey extends AppScope {
  readonly shopDomain: string
}

/** A referral as the engine takes it, and whom its commissions belong to. */
export interface PostedReferral extends Referral {
  readonly programId: string
  readonly membershipId: string
  /** The group of this moment: a later commission may belong to another one. */
  readonly groupId: string | null
}

export interface AppTransactionRow {
  readonly platformId: string
  readonly revision: number
  readonly kind: AppTransaction['kind']
  readonly chargeId: string | null
  readonly gross: string
  readonly grossCurrency: string
  readonly net: string
  readonly netCurrency: string
  readonly collectedAt: Date
}

interface ReferralRow extends Omit<PostedReferral, 'contracts' | 'installedAtMs' | 'voidedAtMs'> {
  readonly shopDomain: string
  readonly installedAt: Date
  readonly voidedAt: Date | null
  readonly contractId: string
  readonly appliesFrom: Date
  readonly rules: SavedTermsRules
}

/** The columns of an app transaction that the engine needs. */
export const appTransactionColumns = `
      app_transaction.platform_id as "platformId", app_transaction.revision, app_transaction.kind, app_transaction.charge_id as "chargeId",
      app_transaction.gross, app_transaction.gross_currency as "grossCurrency", app_transaction.net,
      app_transaction.net_currency as "netCurrency", app_transaction.collected_at as "collectedAt"`

const listReferralsStatement: Statement = {
  name: 'posting_list_referrals',
  text: `
    select
      referral.shop_domain as "shopDomain", referral.id, referral.program_id as "programId", referral.membership_id as "membershipId",
      membership.group_id as "groupId", referral.installed_at as "installedAt",
      referral.earns_install_reward as "earnsInstallReward", referral.voided_at as "voidedAt",
      contract.id as "contractId", contract.applies_from as "appliesFrom", contract.rules
    from referrals referral
    join memberships membership
      on membership.workspace_id = referral.workspace_id and membership.id = referral.membership_id
    join referral_contracts contract
      on contract.workspace_id = referral.workspace_id and contract.referral_id = referral.id
    where referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain = any($3::text[])
    order by referral.id, contract.applies_from, contract.id`,
}

// Rows that wait in the queue belong to the next posting. A snapshot sees a row with its place in the queue, or neither.
const listShopTransactionsStatement: Statement = {
  name: 'posting_list_transactions',
  isSlow: true,
  text: `
    select ${appTransactionColumns}
    from app_transactions app_transaction
    where app_transaction.workspace_id = $1 and app_transaction.app_id = $2 and app_transaction.shop_domain = $3
      and (
        select 1 from unposted_transactions queued
        where queued.workspace_id = $1
          and queued.app_id = app_transaction.app_id
          and queued.shop_domain = app_transaction.shop_domain
          and queued.collected_at = app_transaction.collected_at
          and queued.platform_id = app_transaction.platform_id
          and queued.source = app_transaction.source
          and queued.revision = app_transaction.revision
        limit 1
      ) is null
      -- What was moved to another shop counts there (D185).
      and not exists (
        select from sale_moves move
        where move.workspace_id = $1
          and move.app_id = app_transaction.app_id
          and move.platform_id = app_transaction.platform_id
          and move.revision > app_transaction.revision
      )`,
}

const listLinksStatement: Statement = {
  name: 'posting_list_links',
  isSlow: true,
  text: `
    select distinct on (link.platform_id) link.platform_id as "platformId", link.sale_platform_id as "saleId"
    from refund_links link
    where link.workspace_id = $1 and link.app_id = $2
      and exists (
        select from app_transactions app_transaction
        where app_transaction.workspace_id = $1
          and app_transaction.app_id = link.app_id
          and app_transaction.platform_id = link.platform_id
          and app_transaction.shop_domain = $3
      )
    order by link.platform_id, link.revision desc`,
}

/** Every referral that a shop ever had, with its contracts. */
export async function listShopReferrals(
  tx: Queryable,
  { shopDomain, ...app }: ShopKey,
): Promise<readonly PostedReferral[]> {
  return (await listReferralsByShop(tx, app, [shopDomain])).get(shopDomain) ?? []
}

/** Every referral that some shops of an app ever had, by the shop's domain. */
export async function listReferralsByShop(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  shopDomains: readonly string[],
): Promise<ReadonlyMap<string, readonly PostedReferral[]>> {
  const rows = await tx.query<ReferralRow>(listReferralsStatement, [workspaceId, appId, shopDomains])
  const shops = new Map<string, Map<string, PostedReferral>>()
  for (const { shopDomain, contractId, appliesFrom, rules, installedAt, voidedAt, ...referral } of rows) {
    const referrals = shops.get(shopDomain) ?? new Map<string, PostedReferral>()
    const contracts = referrals.get(referral.id)?.contracts ?? []
    const contract = { id: contractId, appliesFromMs: appliesFrom.getTime(), rules }
    const times = { installedAtMs: installedAt.getTime(), voidedAtMs: voidedAt?.getTime() ?? null }
    referrals.set(referral.id, { ...referral, ...times, contracts: [...contracts, contract] })
    shops.set(shopDomain, referrals)
  }
  return new Map([...shops].map(([shopDomain, referrals]) => [shopDomain, [...referrals.values()]]))
}

/** Every app transaction of a shop, in every revision, but those that wait to be posted. */
export async function listShopTransactions(
  tx: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<readonly AppTransaction[]> {
  const rows = await tx.query<AppTransactionRow>(listShopTransactionsStatement, [
    workspaceId,
    appId,
    shopDomain,
  ])
  return rows.map(toAppTransaction)
}

/** The refund links of a shop's adjustments and credits. */
export async function listShopRefundLinks(
  tx: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<ReadonlyMap<string, string>> {
  const links = await tx.query<{ platformId: string; saleId: string | null }>(listLinksStatement, [
    workspaceId,
    appId,
    shopDomain,
  ])
  return new Map(links.flatMap(({ platformId, saleId }) => (saleId === null ? [] : [[platformId, saleId]])))
}

/** A row of `app_transactions` as the engine takes it. */
export function toAppTransaction(row: AppTransactionRow): AppTransaction {
  const { gross, grossCurrency, net, netCurrency, collectedAt, ...appTransaction } = row
  return {
    ...appTransaction,
    gross: { amountNano: toNano(gross), currency: grossCurrency },
    net: { amountNano: toNano(net), currency: netCurrency },
    collectedAtMs: collectedAt.getTime(),
  }
}
