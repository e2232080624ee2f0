import type pg from 'pg'
import { toId } from '../database/world.ts'

/** A workspace of one case, with one app whose sales come from files. */
export interface MoneyWorld {
  readonly workspaceId: string
  readonly appId: string
  readonly runId: string
}

/** Some of a world's shops, by their numbers from 0 on, and how many sales each gets. */
export interface ShopSales {
  readonly first: number
  readonly shops: number
  readonly sales: number
  /** Which of the sales of a shop, from 0 on. Default: the first ones. */
  readonly from?: number
}

const startOfTime = `timestamptz '2024-01-01T00:00:00Z'`
const rules = JSON.stringify({
  ...{ basis: 'gross', rateBps: 2000, cpi: { amountMinor: '0', currency: 'USD' }, holdDays: 30 },
  ...{ includedSaleKinds: ['subscription_sale', 'usage_sale', 'one_time_sale'], durationMonths: null },
  ...{ threshold: { amountMinor: '0', currency: 'USD' }, windowDays: 30, allowExistingShops: true },
})

/** Makes a world that is named after its case, without any shop. */
export async function insertMoneyWorld(client: pg.Client, name: string): Promise<MoneyWorld> {
  const [workspaceId, appId, runId] = ['workspace', 'app', 'run'].map((part) => toId(`money/${name}/${part}`))
  if (workspaceId === undefined || appId === undefined || runId === undefined) throw new RangeError(name)
  const values = [workspaceId, appId, runId]
  const statements = [
    `insert into workspaces (workspace_id, name, created_at) values ($1, 'Money', ${startOfTime})`,
    `insert into apps (workspace_id, id, name, created_at) values ($1, $2, 'Money', ${startOfTime})`,
    `insert into programs (workspace_id, id, app_id, name, created_at)
     values ($1, $2, $2, 'Partners', ${startOfTime})`,
    `insert into terms_versions
       (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, operator, created_at)
     values ($1, $2, $2, $2, 'program', $2, '${rules}', ${startOfTime}, 'benchmark', ${startOfTime})`,
    `insert into sale_sources (workspace_id, app_id, applies_from, source, actor)
     values ($1, $2, '-infinity', 'manual_file', 'system')`,
    `insert into import_runs (workspace_id, id, app_id, source, arguments, actor)
     values ($1, $3, $2, 'manual_file', '{}', 'system')`,
  ]
  for (const text of statements) {
    await client.query(text, values.slice(0, text.includes('$3') ? 3 : text.includes('$2') ? 2 : 1))
  }
  return { workspaceId, appId, runId }
}

/** Adds shops, each referred by a member of its own. The ids of shop, member, referral and contract are the same. */
export async function insertShops(
  client: pg.Client,
  { workspaceId, appId }: MoneyWorld,
  { first, shops }: Pick<ShopSales, 'first' | 'shops'>,
): Promise<void> {
  await client.query(
    `with shop as (
       select md5($2::uuid || '/shop/' || number)::uuid as id, number
       from generate_series($3::integer, $3::integer + $4::integer - 1) number
     ), member as (
       insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
       select $1, id, $2, $2, 'Member ' || number, ${startOfTime} from shop
     ), referral as (
       insert into referrals
         (workspace_id, id, app_id, program_id, membership_id, shop_domain, installed_at, created_at)
       select $1, id, $2, $2, id, 'shop-' || number || '.myshopify.com', ${startOfTime}, ${startOfTime} from shop
     ), contract as (
       insert into referral_contracts
         (workspace_id, id, referral_id, terms_version_id, rules, applies_from, created_at)
       select $1, id, id, $2, '${rules}', ${startOfTime}, ${startOfTime} from shop
     )
     insert into shop_postings (workspace_id, app_id, shop_domain)
     select $1, $2, 'shop-' || number || '.myshopify.com' from shop`,
    [workspaceId, appId, first, shops],
  )
}

/** Adds sales, one a second in each shop, usage of 0.04 USD and every fourth a subscription of 19.99. They wait to be posted. */
export async function insertSales(
  client: pg.Client,
  { workspaceId, appId, runId }: MoneyWorld,
  { first, shops, sales, from = 0 }: ShopSales,
): Promise<void> {
  await client.query(
    `insert into app_transactions
       (workspace_id, app_id, source, platform_id, revision, shop_domain, kind, gross, gross_currency, net,
        net_currency, collected_at, content_hash, run_id)
     select $1, $2, 'manual_file', 'sale/' || shop || '/' || lpad(sale::text, 9, '0'), 1,
       'shop-' || shop || '.myshopify.com', case sale % 4 when 0 then 'subscription_sale' else 'usage_sale' end,
       price, 'USD', price, 'USD', ${startOfTime} + (sale + 1) * interval '1 second',
       sha256((shop || '/' || sale)::bytea), $3
     from generate_series($6::integer, $6::integer + $7::integer - 1) sale,
       generate_series($4::integer, $4::integer + $5::integer - 1) shop
     cross join lateral (select case sale % 4 when 0 then 19.99 else 0.04 end as price) priced`,
    [workspaceId, appId, runId, first, shops, from, sales],
  )
}

/**
 * Adds sales with their commissions, as if they had been posted long ago: without checks and triggers, and without a
 * look at what is there, which would need statistics.
 */
export async function insertPostedSales(
  client: pg.Client,
  world: MoneyWorld,
  posted: ShopSales,
): Promise<void> {
  const { workspaceId, appId, runId } = world
  const { first, shops, sales, from = 0 } = posted
  await client.query('set session_replication_role = replica')
  await insertSales(client, world, posted)
  await client.query(
    `insert into commissions
       (workspace_id, app_id, run_id, actor, id, program_id, membership_id, referral_id, contract_id, currency,
        sequence, entry, cause, platform_id, sale_kind, base_before, base_change, amount_minor, accrued_at, available_at)
     select $1, $2, $3, 'system', md5($2::uuid || '/' || shop || '/' || sale)::uuid, $2, shop_id, shop_id, shop_id,
       'USD', sale + 1, 'accrual', 'sale', 'sale/' || shop || '/' || lpad(sale::text, 9, '0'),
       case sale % 4 when 0 then 'subscription_sale' else 'usage_sale' end, base_before, price,
       floor(20 * (base_before + price)) - floor(20 * base_before), collected_at, collected_at + interval '30 days'
     from generate_series($4::integer, $4::integer + $5::integer - 1) shop,
       generate_series($6::integer, $6::integer + $7::integer - 1) sale
     cross join lateral (
       select md5($2::uuid || '/shop/' || shop)::uuid as shop_id, (sale + 3) / 4 as subscriptions,
         case sale % 4 when 0 then 19.99 else 0.04 end as price,
         ${startOfTime} + (sale + 1) * interval '1 second' as collected_at
     ) made
     cross join lateral (select subscriptions * 19.99 + (sale - subscriptions) * 0.04 as base_before) based`,
    [workspaceId, appId, runId, first, shops, from, sales],
  )
  await client.query(
    `update shop_postings
     set latest_collected_at = ${startOfTime} + $3::integer * interval '1 second'
     where workspace_id = $1 and app_id = $2`,
    [workspaceId, appId, from + sales],
  )
  await client.query('reset session_replication_role')
}

/** The lines of a file with the sales that `insertSales` would add. */
export function* writeSales({ first, shops, sales, from = 0 }: ShopSales): Generator<string> {
  for (let sale = from; sale < from + sales; sale += 1) {
    for (let shop = first; shop < first + shops; shop += 1) {
      const isSubscription = sale % 4 === 0
      const price = isSubscription ? '19.99' : '0.04'
      yield JSON.stringify({
        platformId: `sale/${shop}/${String(sale).padStart(9, '0')}`,
        kind: isSubscription ? 'subscription_sale' : 'usage_sale',
        shopDomain: `shop-${shop}.myshopify.com`,
        ...{ chargeId: null, billingInterval: null, gross: price, net: price, currency: 'USD' },
        collectedAt: new Date(Date.UTC(2024, 0, 1, 0, 0, sale + 1)).toISOString(),
      })
    }
  }
}

/** Tells the planner what there is: a database in use has statistics. */
export async function analyzeMoney(client: pg.Client): Promise<void> {
  await client.query(`
    analyze commissions, app_transactions, unposted_transactions, shop_postings, referrals, referral_contracts, memberships,
      terms_versions, payouts`)
}

/** What the commissions of a world come to, for comparison. */
export async function sumCommissions(client: pg.Client, { workspaceId }: MoneyWorld): Promise<string> {
  const { rows } = await client.query(
    `select count(*) as commissions, sum(amount_minor) as amount, trim_scale(sum(base_change)) as base, max(sequence) as longest
     from commissions where workspace_id = $1`,
    [workspaceId],
  )
  return JSON.stringify(rows)
}
