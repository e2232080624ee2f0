import type { Database } from '@affiliate-platform/platform/database'

/** Lets the source of a sale name another referred shop for it; returns the sale, both shops and their members. */
export async function misplaceSale(database: Database, workspaceId: string) {
  const text = `
    with sale as (
      select sale.*, referral.membership_id from app_transactions sale
      join referrals referral on referral.workspace_id = $1 and referral.app_id = sale.app_id
        and referral.shop_domain = sale.shop_domain and referral.voided_at is null
      where sale.workspace_id = $1 and sale.kind = 'subscription_sale' and exists (
        select from commissions where workspace_id = $1 and platform_id = sale.platform_id and entry = 'accrual'
      )
      order by sale.platform_id
      limit 1
    ), named as (
      select other.shop_domain, other.membership_id from referrals other, sale
      where other.workspace_id = $1 and other.app_id = sale.app_id and other.voided_at is null
        and other.membership_id <> sale.membership_id and other.installed_at < sale.collected_at
      order by other.shop_domain
      limit 1
    )
    insert into misplaced_sales (workspace_id, app_id, platform_id, shop_domain, named_domain, content, run_id)
    select sale.workspace_id, sale.app_id, sale.platform_id, sale.shop_domain, named.shop_domain,
      jsonb_build_object(
        'kind', sale.kind, 'shopDomain', named.shop_domain, 'chargeId', sale.charge_id, 'gross', sale.gross::text,
        'billingInterval', sale.billing_interval, 'grossCurrency', sale.gross_currency, 'net', sale.net::text,
        'netCurrency', sale.net_currency, 'collectedAt', sale.collected_at,
        'contentHash', encode(sha256(sale.content_hash), 'hex')
      ), sale.run_id
    from sale, named
    returning platform_id as "platformId", app_id as "appId", shop_domain as shop, named_domain as "namedShop",
      (select membership_id from sale) as "fromMember", (select membership_id from named) as "toMember"`
  const [made] = await database.query<
    Readonly<Record<'platformId' | 'appId' | 'shop' | 'namedShop' | 'fromMember' | 'toMember', string>>
  >({ name: '', text }, [workspaceId])
  if (made === undefined) throw new Error('The demo has no sale that another shop can have.')
  return made
}
