import type { Queryable, Statement, Transaction } from '../database/database.ts'
import { planAnew } from '../database/plan-anew.ts'
import { type LockedRow, type PostingState, toState } from './posting-state.ts'
import type { ShopKey } from './read-shop.ts'

// In the order of the shops: two postings of several shops wait for one another, and not each for the other.
const lockManyStatement: Statement = {
  name: 'posting_lock_shops',
  text: `
    select shop_domain as "shopDomain", latest_collected_at as "latestAt", latest_platform_id as "latestId", negatives,
      date_trunc('milliseconds', now()) as now
    from shop_postings
    where workspace_id = $1 and app_id = $2 and shop_domain = any($3::text[])
    order by shop_domain
    for no key update`,
}

const saveManyStatement: Statement = {
  name: 'posting_save_shops',
  text: `
    update shop_postings
    set latest_collected_at = saved.collected_at, latest_platform_id = saved.platform_id
    from unnest($3::text[], $4::timestamptz[], $5::text[]) as saved (shop_domain, collected_at, platform_id)
    where workspace_id = $1 and app_id = $2 and shop_postings.shop_domain = saved.shop_domain`,
}

/** Keeps other postings of some shops away until the transaction ends; shops that were never posted are left out. */
export async function lockShops(
  tx: Queryable,
  { workspaceId, appId }: Omit<ShopKey, 'shopDomain'>,
  shopDomains: readonly string[],
): Promise<ReadonlyMap<string, PostingState>> {
  const values = [workspaceId, appId, shopDomains]
  const [, rows] = await Promise.all([
    planAnew(tx),
    tx.query<LockedRow & { shopDomain: string }>(lockManyStatement, values),
  ])
  return new Map(rows.map((row) => [row.shopDomain, toState(row)]))
}

/** Saves the latest collections of shops that have no negatives. */
export function saveShops(
  tx: Transaction,
  { workspaceId, appId }: Omit<ShopKey, 'shopDomain'>,
  shops: ReadonlyMap<string, Pick<PostingState, 'latest'>>,
): void {
  const latest = [...shops.values()].map((shop) => shop.latest)
  const times = latest.map((at) => (at === null ? null : new Date(at.collectedAtMs)))
  const ids = latest.map((at) => at?.platformId ?? null)
  tx.write(saveManyStatement, [workspaceId, appId, [...shops.keys()], times, ids])
}
