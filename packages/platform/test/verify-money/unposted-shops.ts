import {
  insertMoneyApp,
  insertReferral,
  type MoneyApp,
} from '@affiliate-platform/test-support/money-builders'
import type { Database } from '../../src/database/statements/database.ts'

const includedSaleKinds = ['subscription_sale', 'usage_sale', 'one_time_sale'] as const

/** What the shops of an app agreed on, one after the other. */
const agreements = [
  { basis: 'gross', rateBps: 2000, durationMonths: null, includedSaleKinds },
  { basis: 'net', rateBps: 1975, durationMonths: 24, includedSaleKinds },
  { basis: 'gross', rateBps: 333, durationMonths: 3, includedSaleKinds },
  { basis: 'net', rateBps: 10_000, durationMonths: null, includedSaleKinds: ['usage_sale'] },
] as const

// Of every twenty rows one takes back what its charge collected, and of every fifty one is a credit that names none.
const insertRows = `
  insert into app_transactions
    (workspace_id, app_id, source, platform_id, revision, shop_domain, kind, charge_id, gross, gross_currency, net,
     net_currency, collected_at, content_hash, run_id)
  select $1, $2, 'manual_file', $4 || '/' || lpad(row::text, 6, '0'), 1, $4, kind,
    case kind when 'credit' then null else 'gid://shopify/AppSubscription/' || row / 20 end,
    sign * price, currency, sign * round(price * 0.971, 4), currency,
    timestamptz '2025-12-25' + row * interval '5 hours 7 minutes', sha256(($4 || row)::bytea), $3
  from generate_series(0, $5::integer - 1) row
  cross join lateral (
    select
      case
        when row % 20 = 19 then 'adjustment'
        when row % 50 = 48 then 'credit'
        else (array['subscription_sale', 'usage_sale', 'usage_sale', 'one_time_sale'])[1 + row % 4]
      end as kind,
      (row * 7919 % 10007) / 1000.0 as price,
      case when row % 7 = 0 then 'JPY' when row / 20 % 3 = 0 then 'KWD' else 'USD' end as currency
  ) made
  cross join lateral (select case when kind in ('adjustment', 'credit') then -1 else 1 end as sign) signed`

/** Inserts an app with referred shops, whose sales, refunds and credits wait to be posted. */
export async function insertUnpostedShops(
  database: Database,
  { shops, rowsOfEach }: { readonly shops: number; readonly rowsOfEach: number },
): Promise<MoneyApp> {
  const app = await insertMoneyApp(database, { cpi: { amountMinor: '0', currency: 'USD' } })
  for (let shop = 0; shop < shops; shop += 1) {
    const shopDomain = `shop-${shop}.myshopify.com`
    const rules = { ...app.rules, ...agreements[shop % agreements.length] }
    await insertReferral(database, { ...app, shopDomain, rules } as typeof app)
    const values = [app.workspaceId, app.appId, app.runId, shopDomain, rowsOfEach]
    await database.query({ name: '', text: insertRows }, values)
  }
  await database.script('analyze')
  return app
}
