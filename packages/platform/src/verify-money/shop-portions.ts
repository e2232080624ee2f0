import { readAtLength } from '../database/statements/at-length.ts'
import type { Database, Statement } from '../database/statements/database.ts'

/** Shops of an app that are read together. */
export interface Portion {
  readonly appId: string
  readonly shopDomains: readonly string[]
}

interface CountedShop {
  readonly appId: string
  readonly shopDomain: string
  readonly appTransactions: number
}

const shopsMax = 500
const appTransactionsMax = 5000

// Whatever was earned came through a referral; of other shops no app transaction is kept (D59).
const listShopsStatement: Statement = {
  name: 'verify_list_shops',
  text: `
    select
      shop.app_id as "appId", shop.shop_domain as "shopDomain",
      (
        select count(*)::integer from app_transactions
        where workspace_id = $1 and app_id = shop.app_id and shop_domain = shop.shop_domain
      ) as app_transactions
    from (
      select distinct app_id, shop_domain
      from referrals
      where workspace_id = $1 and (app_id, shop_domain) > ($2, $3)
      order by app_id, shop_domain
      limit ${shopsMax}
    ) shop
    order by shop.app_id, shop.shop_domain`,
}

/** Lists the referred shops of a workspace in portions: many small ones, or one that is large by itself. */
export async function* listPortions(database: Database, workspaceId: string): AsyncGenerator<Portion> {
  let after = { appId: '00000000-0000-0000-0000-000000000000', shopDomain: '' }
  for (;;) {
    const values = [workspaceId, after.appId, after.shopDomain]
    const shops = await readAtLength(database, (tx) => tx.query<CountedShop>(listShopsStatement, values))
    yield* toPortions(shops)
    const last = shops.at(-1)
    if (last === undefined || shops.length < shopsMax) return
    after = last
  }
}

function* toPortions(shops: readonly CountedShop[]): Generator<Portion> {
  let portion: CountedShop[] = []
  let size = 0
  for (const shop of shops) {
    const [first] = portion
    const isFull = size + shop.appTransactions > appTransactionsMax
    if (first !== undefined && (first.appId !== shop.appId || isFull)) {
      yield toPortion(first.appId, portion)
      portion = []
      size = 0
    }
    portion.push(shop)
    size += shop.appTransactions
  }
  const [first] = portion
  if (first !== undefined) yield toPortion(first.appId, portion)
}

function toPortion(appId: string, shops: readonly CountedShop[]): Portion {
  return { appId, shopDomains: shops.map(({ shopDomain }) => shopDomain) }
}
