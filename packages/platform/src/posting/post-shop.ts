import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { toDatabaseFault } from '../database/statements/faults.ts'
import { lockShop } from './lock-shops.ts'
import {
  type FreshRow,
  type LockedShop,
  type Posting,
  type PostingCause,
  postAll,
  postSteps,
} from './post-rows.ts'
import type { PostingState } from './posting-state.ts'
import { waitingRowsMax } from './queue.ts'
import { readPositionStates } from './read-posted.ts'
import { listShopReferrals, type ShopKey } from './read-shop.ts'

// Up to the last of them: a join of the queue with itself is quadratic where the planner takes it for empty.
const takeQueueStatement: Statement = {
  name: 'posting_take_queue',
  text: `
    delete from unposted_transactions
    where workspace_id = $1 and app_id = $2 and shop_domain = $3
      and (collected_at, platform_id, source, revision) <= (
        select collected_at, platform_id, source, revision
        from (
          select collected_at, platform_id, source, revision
          from unposted_transactions
          where workspace_id = $1 and app_id = $2 and shop_domain = $3
          order by collected_at, platform_id, source, revision
          limit $4
        ) next
        order by collected_at desc, platform_id desc, source desc, revision desc
        limit 1
      )
    returning platform_id as "platformId", revision`,
}

/**
 * Posts what is new of a shop: for every base that the facts want and the ledger does not have, one commission. Again, it
 * posts nothing. A new sale costs the same however many there are.
 *
 * @returns what was posted, in as many transactions as it takes
 */
export async function postShop(database: Database, shop: ShopKey & PostingCause): Promise<Posting> {
  let posted = 0
  const skipped: Posting['skipped'][number][] = []
  for (;;) {
    const part = await whenFree(() => database.transaction((tx) => postBatch(tx, shop)))
    posted += part.posted
    skipped.push(...part.skipped)
    if (part.taken < waitingRowsMax) return { posted, skipped }
  }
}

/** Posts everything that the facts of a shop want, in the transaction that changes its referral, contracts or links. */
export async function postAllIn(tx: Transaction, shop: ShopKey & PostingCause): Promise<Posting> {
  const locked = await readLocked(tx, shop, await lockShop(tx, shop))
  const fresh = await takeQueue(tx, shop, Number.MAX_SAFE_INTEGER)
  return await postAll(tx, locked, fresh)
}

async function postBatch(
  tx: Transaction,
  shop: ShopKey & PostingCause,
): Promise<Posting & { readonly taken: number }> {
  const state = await lockShop(tx, shop)
  const [fresh, locked] = await Promise.all([
    takeQueue(tx, shop, waitingRowsMax),
    readLocked(tx, shop, state),
  ])
  if (fresh.length === 0) return { posted: 0, skipped: [], taken: 0 }
  const stepped = await postSteps(tx, locked, fresh)
  if (stepped !== undefined) return { ...stepped, taken: fresh.length }
  // The rest of the queue changes the same bases: it is part of one posting.
  const rest = await takeQueue(tx, shop, Number.MAX_SAFE_INTEGER)
  return { ...(await postAll(tx, locked, [...fresh, ...rest])), taken: 0 }
}

async function takeQueue(tx: Transaction, shop: ShopKey, limit: number): Promise<readonly FreshRow[]> {
  const values = [shop.workspaceId, shop.appId, shop.shopDomain, limit]
  return await tx.query<FreshRow>(takeQueueStatement, values)
}

async function readLocked(
  tx: Transaction,
  shop: ShopKey & PostingCause,
  state: PostingState,
): Promise<LockedShop> {
  const referrals = await listShopReferrals(tx, shop)
  const ids = referrals.map(({ id }) => id)
  return { ...shop, state, referrals, positions: await readPositionStates(tx, shop.workspaceId, ids) }
}

const turnsMax = 30

/** Another posting of the shop may take longer than a statement waits for a lock. */
async function whenFree<T>(run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await run()
    } catch (error) {
      if (turn === turnsMax || toDatabaseFault(error) !== 'lock_timeout') throw error
    }
  }
}
