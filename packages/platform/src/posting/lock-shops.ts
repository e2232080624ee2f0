import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { planAnew } from '../database/statements/plan-anew.ts'
import type { PostingState } from './posting-state.ts'
import type { ShopKey } from './read-shop.ts'

const ensureStatement: Statement = {
  name: 'posting_ensure_shop',
  text: `
    insert into shop_postings (workspace_id, app_id, shop_domain)
    values ($1, $2, $3)
    on conflict (workspace_id, app_id, shop_domain) do nothing`,
}

// Postings of one shop take turns: each sees what the one before it has committed. In the order of the shops: two postings of
// several wait for one another, and not each for the other. Each looks its own row up: sorted as one list they would read all
// shops of the app, as long as nothing was analyzed.
const lockStatement: Statement = {
  name: 'posting_lock_shops',
  text: `
    select locked.shop_domain as "shopDomain", locked.latest_collected_at as "latestAt", locked.refunds,
      date_trunc('milliseconds', now()) as now
    from (select distinct wanted.shop_domain from unnest($3::text[]) wanted (shop_domain) order by 1) wanted
    cross join lateral (
      select shop_domain, latest_collected_at, refunds
      from shop_postings
      where workspace_id = $1 and app_id = $2 and shop_domain = wanted.shop_domain
      for no key update
    ) locked`,
}

const saveManyStatement: Statement = {
  name: 'posting_save_shops',
  text: `
    update shop_postings
    set latest_collected_at = saved.collected_at
    from unnest($3::text[], $4::timestamptz[]) as saved (shop_domain, collected_at)
    where workspace_id = $1 and app_id = $2 and shop_postings.shop_domain = saved.shop_domain`,
}

interface LockedRow {
  readonly shopDomain: string
  readonly latestAt: Date | null
  readonly refunds: number
  readonly now: Date
}

type PostingStates = ReadonlyMap<string, PostingState>

/** Locks a shop's posting row until the transaction ends, and reads how far the shop is posted. */
export async function lockShop(tx: Queryable, shop: ShopKey): Promise<PostingState> {
  const { workspaceId, appId, shopDomain } = shop
  const found = (await lockShops(tx, shop, [shopDomain])).get(shopDomain)
  if (found !== undefined) return found
  await tx.query(ensureStatement, [workspaceId, appId, shopDomain])
  const inserted = (await readLocked(tx, shop, [shopDomain])).get(shopDomain)
  if (inserted === undefined) throw new Error('The shop is there: it was just inserted.')
  return inserted
}

/** Locks the posting rows of some shops until the transaction ends; shops that were never posted have none. */
export async function lockShops(
  tx: Queryable,
  app: AppScope,
  shopDomains: readonly string[],
): Promise<PostingStates> {
  const [, states] = await Promise.all([planAnew(tx), readLocked(tx, app, shopDomains)])
  return states
}

/** Saves the latest app transactions of shops that have no refunds. */
export function saveShops(
  tx: Transaction,
  { workspaceId, appId }: AppScope,
  shops: ReadonlyMap<string, Pick<PostingState, 'latestMs'>>,
): void {
  const times = [...shops.values()].map(({ latestMs }) => (latestMs === null ? null : new Date(latestMs)))
  tx.write(saveManyStatement, [workspaceId, appId, [...shops.keys()], times])
}

async function readLocked(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  shopDomains: readonly string[],
): Promise<PostingStates> {
  const rows = await tx.query<LockedRow>(lockStatement, [workspaceId, appId, shopDomains])
  return new Map(rows.map((row) => [row.shopDomain, toState(row)]))
}

function toState({ latestAt, refunds, now }: LockedRow): PostingState {
  return { nowMs: now.getTime(), latestMs: latestAt?.getTime() ?? null, refunds }
}
