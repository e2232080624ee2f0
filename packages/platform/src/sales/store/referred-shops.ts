import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../../database/statements/database.ts'
import type { AppTransaction } from '../app-transaction.ts'

const findStatement: Statement = {
  name: 'sales_find_referred_shops',
  text: `
    select shop.shop_domain as "shopDomain", shop.shop_number as "shopNumber"
    from shop_postings shop
    where shop.workspace_id = $1 and shop.app_id = $2
      and (shop.shop_domain = any($3::text[]) or shop.shop_number = any($4::text[]))
      and exists (
        select from referrals
        where workspace_id = shop.workspace_id and app_id = shop.app_id and shop_domain = shop.shop_domain
      )`,
}

const learnNumbersStatement: Statement = {
  name: 'sales_learn_shop_numbers',
  text: `
    update shop_postings shop
    set shop_number = learned."shopNumber"
    from jsonb_to_recordset($3) as learned ("shopDomain" text, "shopNumber" text)
    where shop.workspace_id = $1 and shop.app_id = $2
      and shop.shop_domain = learned."shopDomain" and shop.shop_number is null
      and not exists (
        select from shop_postings other
        where other.workspace_id = $1 and other.app_id = $2 and other.shop_number = learned."shopNumber"
      )`,
}

/** Rows of referred shops, and the numbers of shops that they tell. */
interface ReferredRows {
  readonly kept: readonly AppTransaction[]
  readonly learned: readonly { readonly shopDomain: string; readonly shopNumber: string | null }[]
}

/**
 * Keeps the rows of referred shops, under the domain of the referral: a shop may have changed its own since, its number
 * stays (D59).
 */
export async function keepReferred(
  tx: Transaction,
  app: AppScope,
  rows: readonly AppTransaction[],
): Promise<readonly AppTransaction[]> {
  const { kept, learned } = await findReferred(tx, app, rows)
  if (learned.length > 0) {
    await tx.query(learnNumbersStatement, [app.workspaceId, app.appId, JSON.stringify(learned)])
  }
  return kept
}

/** Finds what `keepReferred` would keep, and writes nothing. */
export async function findReferred(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  rows: readonly AppTransaction[],
): Promise<ReferredRows> {
  const domains = [...new Set(rows.map(({ shopDomain }) => shopDomain))]
  const numbers = [...new Set(rows.flatMap(({ shopNumber }) => shopNumber ?? []))]
  const shops = await database.query<{ shopDomain: string; shopNumber: string | null }>(findStatement, [
    workspaceId,
    appId,
    domains,
    numbers,
  ])
  const referred = new Set(shops.map(({ shopDomain }) => shopDomain))
  const domainByNumber = new Map(shops.map(({ shopDomain, shopNumber }) => [shopNumber, shopDomain]))
  const kept = rows.flatMap((row) => {
    const known = row.shopNumber === null ? undefined : domainByNumber.get(row.shopNumber)
    const shopDomain = known ?? row.shopDomain
    return referred.has(shopDomain) ? [{ ...row, shopDomain }] : []
  })
  const unnumbered = new Set(shops.filter((shop) => shop.shopNumber === null).map((shop) => shop.shopDomain))
  const learned = new Map(
    kept
      .filter(({ shopDomain, shopNumber }) => shopNumber !== null && unnumbered.has(shopDomain))
      .map(({ shopDomain, shopNumber }) => [shopDomain, { shopDomain, shopNumber }]),
  )
  return { kept, learned: [...learned.values()] }
}

/** Which of some domains are those of referred shops. */
export async function findReferredDomains(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [workspaceId, appId, domains, []]
  const shops = await database.query<{ shopDomain: string }>(findStatement, values)
  return new Set(shops.map(({ shopDomain }) => shopDomain))
}
