import {
  desired,
  type Entry,
  isSale,
  positionKey,
  post,
  rewardOf,
  type Sale,
  type SaleKind,
  type SkipReason,
  toEntries,
} from '@affiliate-platform/commission-engine'
import type { Transaction } from '../database/statements/database.ts'
import type { IdSource } from '../database/statements/new-id.ts'
import { insertEntries } from './insert-entries.ts'
import {
  listAppTransactionsById,
  type PostingState,
  readOpenRefunds,
  saveOpenRefunds,
  saveShop,
} from './posting-state.ts'
import { type PositionStates, readPosted, readPostedOf, toCumulated } from './read-posted.ts'
import { listShopRefundLinks, listShopTransactions, type PostedReferral, type ShopKey } from './read-shop.ts'
import { stepSales, toLatest } from './step-sales.ts'

export interface PostingCause {
  /** The import, if it was one. */
  readonly runId: string | null
  readonly actor: string
  /** Of the commissions of the demo's backdated data (D153). */
  readonly idAt?: IdSource | undefined
  /** When the demo says that they were booked. Default: now, or with `idAt` as they accrue (D189). */
  readonly bookedAt?: Date | undefined
}

export interface Posting {
  /** How many commissions it added. */
  readonly posted: number
  /** New sales that earn nothing, and why. */
  readonly skipped: readonly { readonly platformId: string; readonly reason: SkipReason }[]
}

/** The shop of a posting, under its lock. */
export interface LockedShop extends ShopKey, PostingCause {
  readonly state: PostingState
  readonly referrals: readonly PostedReferral[]
  readonly positions: PositionStates
}

export interface FreshRow {
  readonly platformId: string
  readonly revision: number
}

/** Posts new sales without the others of their shop; `undefined` where one of them changes what was posted before. */
export async function postSteps(
  tx: Transaction,
  shop: LockedShop,
  fresh: readonly FreshRow[],
): Promise<Posting | undefined> {
  const { state, positions } = shop
  const isCorrection = fresh.some(({ revision }) => revision > 1)
  if (isCorrection && state.refunds > 0) return undefined
  const ids = [...new Set(fresh.map(({ platformId }) => platformId))]
  const rows = await listAppTransactionsById(tx, shop, ids)
  if (isCorrection) return rows.every(isSale) ? await postAlone(tx, shop, rows) : undefined
  const refunds = state.refunds > 0 ? await readOpenRefunds(tx, shop) : []
  const steps = stepSales(shop, rows, refunds)
  if (steps === undefined) return undefined
  const { changes, sales, latestMs, skipped } = steps
  const entries = toEntries(changes, toCumulated(positions))
  await insertPosted(tx, shop, { entries, sales })
  saveShop(tx, shop, { latestMs, refunds: state.refunds })
  return { posted: entries.length, skipped }
}

/** Posts sales of a shop in which nothing is taken back: what each comes to says nothing about the others. */
async function postAlone(tx: Transaction, shop: LockedShop, sales: readonly Sale[]): Promise<Posting> {
  const { referrals, state } = shop
  const facts = { referrals, appTransactions: sales, refundLinks: new Map() }
  const ids = sales.map(({ platformId }) => platformId)
  const { bases, cumulatedNano } = await readPostedOf(tx, shop, ids)
  // No sale changes what an install has earned.
  const rewards = new Map(referrals.flatMap(rewardOf).map((reward) => [positionKey(reward.position), reward]))
  const entries = post(facts, { bases, rewards, cumulatedNano })
  await insertPosted(tx, shop, { entries, sales })
  saveShop(tx, shop, { latestMs: toLatest(state.latestMs, sales), refunds: 0 })
  const skipped = desired(facts).skipped.map(({ appTransaction, reason }) => ({
    platformId: appTransaction.platformId,
    reason,
  }))
  return { posted: entries.length, skipped }
}

/** Posts the difference to everything that is known of the shop. */
export async function postAll(
  tx: Transaction,
  shop: LockedShop,
  fresh: readonly FreshRow[],
): Promise<Posting> {
  const { workspaceId, referrals, positions } = shop
  const appTransactions = await listShopTransactions(tx, shop)
  const links = await listShopRefundLinks(tx, shop)
  const facts = { referrals, appTransactions, refundLinks: links }
  const referralIds = referrals.map(({ id }) => id)
  const posted = await readPosted(tx, workspaceId, { referralIds, positions })
  const entries = post(facts, posted)
  const sales = appTransactions.filter(isSale)
  await insertPosted(tx, shop, { entries, sales })
  const { allocations, skipped } = desired(facts)
  saveOpenRefunds(tx, shop, { allocations, links })
  saveShop(tx, shop, {
    latestMs: toLatest(null, appTransactions),
    refunds: appTransactions.length - sales.length,
  })
  const freshIds = new Set(fresh.map(({ platformId }) => platformId))
  return {
    posted: entries.length,
    skipped: skipped
      .map(({ appTransaction: { platformId }, reason }) => ({ platformId, reason }))
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
