import {
  type Collection,
  desired,
  type Entry,
  isSale,
  post,
  type Sale,
  type SaleKind,
  type SkipReason,
  stepSale,
  toEntries,
} from '@affiliate-platform/commission-engine'
import type { Database, Statement, Transaction } from '../database/database.ts'
import { toDatabaseFault } from '../database/faults.ts'
import { insertEntries } from './insert-entries.ts'
import {
  listCollectionsById,
  lockShop,
  type PostingState,
  readOpenNegatives,
  saveOpenNegatives,
  saveShop,
} from './posting-state.ts'
import { readPosted, readStandings, type Standings, toCumulated } from './read-posted.ts'
import {
  listRefundLinks,
  listShopCollections,
  listShopReferrals,
  type PostedReferral,
  type ShopKey,
} from './read-shop.ts'

/** What led to a posting. */
export interface PostingCause {
  /** The import, if it was one. */
  readonly runId: string | null
  readonly actor: string
}

/** What a posting did. */
export interface Posting {
  /** How many commissions it added. */
  readonly posted: number
  /** New sales that earn nothing, and why. */
  readonly skipped: readonly { readonly platformId: string; readonly reason: SkipReason }[]
}

/** The shop of a posting, under its lock. */
interface LockedShop extends ShopKey, PostingCause {
  readonly state: PostingState
  readonly referrals: readonly PostedReferral[]
  readonly standings: Standings
}

/** How many new rows one transaction posts: with more, memory and the time of a statement would know no bound. */
const batchRows = 5000

// By place: a join of the queue with itself is quadratic where the planner takes it for empty.
const takeQueueStatement: Statement = {
  name: 'posting_take_queue',
  text: `
    delete from unposted_collections
    where ctid = any (array(
      select ctid
      from unposted_collections
      where workspace_id = $1 and app_id = $2 and shop_domain = $3
      order by collected_at, platform_id, source, revision
      limit $4
    ))
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
    if (part.taken < batchRows) return { posted, skipped }
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
  const fresh = await takeQueue(tx, shop, batchRows)
  if (fresh.length === 0) return { posted: 0, skipped: [], taken: 0 }
  const locked = await readLocked(tx, shop, state)
  const stepped = await postSteps(tx, locked, fresh)
  if (stepped !== undefined) return { ...stepped, taken: fresh.length }
  // The rest of the queue changes the same bases: it is part of one posting.
  const rest = await takeQueue(tx, shop, Number.MAX_SAFE_INTEGER)
  return { ...(await postAll(tx, locked, [...fresh, ...rest])), taken: 0 }
}

/** A row that is new. */
interface Fresh {
  readonly platformId: string
  readonly revision: number
}

async function takeQueue(tx: Transaction, shop: ShopKey, limit: number): Promise<readonly Fresh[]> {
  const values = [shop.workspaceId, shop.appId, shop.shopDomain, limit]
  return await tx.query<Fresh>(takeQueueStatement, values)
}

async function readLocked(
  tx: Transaction,
  shop: ShopKey & PostingCause,
  state: PostingState,
): Promise<LockedShop> {
  const referrals = await listShopReferrals(tx, shop)
  const ids = referrals.map(({ id }) => id)
  return { ...shop, state, referrals, standings: await readStandings(tx, shop.workspaceId, ids) }
}

/** Posts new sales without the others of their shop; `undefined` where one of them changes what was posted before. */
async function postSteps(
  tx: Transaction,
  shop: LockedShop,
  fresh: readonly Fresh[],
): Promise<Posting | undefined> {
  const { state, referrals, standings } = shop
  if (fresh.some(({ revision }) => revision > 1)) return undefined
  const rows = await listCollectionsById(
    tx,
    shop,
    fresh.map(({ platformId }) => platformId),
  )
  const sales = rows.filter(isSale).sort(inOrder)
  if (sales.length < rows.length) return undefined
  if (state.negatives > 0 && sales.some((sale) => !isLater(sale, state.latest))) return undefined
  const negatives = state.negatives > 0 ? await readOpenNegatives(tx, shop) : []
  const steps = sales.map((sale) => ({ sale, step: stepSale(sale, referrals, negatives) }))
  if (steps.some(({ step }) => step === undefined)) return undefined
  const entries = toEntries(
    steps.flatMap(({ step }) => step?.changes ?? []),
    toCumulated(standings),
  )
  await insertPosted(tx, shop, { entries, sales })
  const last = sales.at(-1)
  const latest = last !== undefined && isLater(last, state.latest) ? last : state.latest
  saveShop(tx, shop, { latest, negatives: state.negatives })
  const skipped = steps.flatMap(({ sale: { platformId }, step }) => {
    const reason = step?.skipped ?? null
    return reason === null ? [] : [{ platformId, reason }]
  })
  return { posted: entries.length, skipped }
}

/** Posts the difference to everything that is known of the shop. */
async function postAll(tx: Transaction, shop: LockedShop, fresh: readonly Fresh[]): Promise<Posting> {
  const { workspaceId, referrals, standings, state } = shop
  const collections = await listShopCollections(tx, shop)
  const links = await listRefundLinks(tx, shop)
  const facts = { referrals, collections, refundLinks: links }
  const referralIds = referrals.map(({ id }) => id)
  const posted = await readPosted(tx, workspaceId, { referralIds, standings })
  const entries = post(facts, { posted, postedAtMs: state.nowMs })
  const sales = collections.filter(isSale)
  await insertPosted(tx, shop, { entries, sales })
  const { allocations, skipped } = desired(facts)
  saveOpenNegatives(tx, shop, { allocations, links })
  saveShop(tx, shop, {
    latest: collections.toSorted(inOrder).at(-1) ?? null,
    negatives: collections.length - sales.length,
  })
  const freshIds = new Set(fresh.map(({ platformId }) => platformId))
  return {
    posted: entries.length,
    skipped: skipped
      .map(({ collection: { platformId }, reason }) => ({ platformId, reason }))
      .filter(({ platformId }) => freshIds.has(platformId)),
  }
}

async function insertPosted(
  tx: Transaction,
  shop: LockedShop,
  { entries, sales }: { readonly entries: readonly Entry[]; readonly sales: readonly Sale[] },
): Promise<void> {
  const saleKinds = new Map<string, SaleKind>(sales.map(({ platformId, kind }) => [platformId, kind]))
  await insertEntries(tx, entries, { ...shop, saleKinds })
}

type Placed = Pick<Collection, 'collectedAtMs' | 'platformId'>

function inOrder(a: Placed, b: Placed): number {
  if (a.collectedAtMs !== b.collectedAtMs) return a.collectedAtMs - b.collectedAtMs
  return a.platformId < b.platformId ? -1 : 1
}

function isLater(sale: Placed, latest: Placed | null): boolean {
  return latest === null || inOrder(latest, sale) < 0
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
