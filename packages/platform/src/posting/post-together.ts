import { type AppTransaction, toEntries } from '@affiliate-platform/commission-engine'
import type { AppScope } from '@affiliate-platform/contract/server'
import { CommitUnknownError } from '../database/postgres/retry.ts'
import type { Database, Transaction } from '../database/statements/database.ts'
import { insertEntries } from './insert-entries.ts'
import { lockShops, saveShops } from './lock-shops.ts'
import type { Posting, PostingCause } from './post-rows.ts'
import { listAppTransactionsById, type PostingState } from './posting-state.ts'
import { deleteWaiting, listWaiting, type WaitingRow, waitingRowsMax } from './queue.ts'
import { readPositionStates, toCumulated } from './read-posted.ts'
import { listReferralsByShop, type PostedReferral } from './read-shop.ts'
import { type SteppedSales, stepSales } from './step-sales.ts'

/** What was posted of some shops, and those that are posted each by itself. */
export interface JointPosting extends Posting {
  readonly left: readonly string[]
}

type AppPosting = AppScope & PostingCause

/**
 * Posts the new sales of some shops in one transaction, each shop whole or not at all (D159). Left are shops of which more
 * than new sales must be read; and all of them where it fails: the rival that has one of them, the fault of one, or a row
 * that has come meanwhile shall keep nobody else waiting.
 *
 * @param shopDomains - in their order, which is that of their locks
 */
export async function postTogether(
  database: Database,
  app: AppPosting,
  shopDomains: readonly string[],
): Promise<JointPosting> {
  if (shopDomains.length < 2) return { posted: 0, skipped: [], left: shopDomains }
  try {
    return await database.transaction((tx) => postBatch(tx, app, shopDomains))
  } catch (error) {
    if (error instanceof CommitUnknownError) throw error
    // Nothing was written. The fault of a shop, or a database that is away, is met again and told as the shops are posted
    // one by one; what fails only because they are together costs time, and no commission.
    return { posted: 0, skipped: [], left: shopDomains }
  }
}

async function postBatch(
  tx: Transaction,
  app: AppPosting,
  shopDomains: readonly string[],
): Promise<JointPosting> {
  const states = await lockShops(tx, app, shopDomains)
  const [waiting, referralsByShop] = await Promise.all([
    listWaiting(tx, app, shopDomains),
    listReferralsByShop(tx, app, shopDomains),
  ])
  const rowsByShop = chooseShops(waiting, states)
  const appTransactions = await listWaitingTransactions(tx, app, rowsByShop)
  const stepped = new Map<string, SteppedSales>()
  for (const [shop, rows] of appTransactions) {
    const state = states.get(shop)
    const steps = state && stepSales({ state, referrals: referralsByShop.get(shop) ?? [] }, rows, [])
    if (steps !== undefined) stepped.set(shop, steps)
  }
  const steps = [...stepped.values()]
  const referrals = [...stepped.keys()].flatMap((shop) => referralsByShop.get(shop) ?? [])
  const posted = await insertSteps(tx, { ...app, referrals }, steps)
  const done = new Map([...stepped.keys()].map((shop) => [shop, rowsByShop.get(shop) ?? []]))
  await deleteWaiting(tx, app, done)
  saveShops(tx, app, stepped)
  const left = shopDomains.filter((shop) => !stepped.has(shop))
  return { posted, skipped: steps.flatMap(({ skipped }) => skipped), left }
}

async function listWaitingTransactions(
  tx: Transaction,
  app: AppPosting,
  rowsByShop: ReadonlyMap<string, readonly WaitingRow[]>,
): Promise<ReadonlyMap<string, readonly AppTransaction[]>> {
  const ids = [...rowsByShop.values()].flatMap((rows) => rows.map(({ platformId }) => platformId))
  const found = await listAppTransactionsById(tx, app, ids)
  const appTransactions = new Map(found.map((appTransaction) => [appTransaction.platformId, appTransaction]))
  const appTransactionsOf = (rows: readonly WaitingRow[]) =>
    rows.flatMap(({ platformId }) => appTransactions.get(platformId) ?? [])
  return new Map([...rowsByShop].map(([shop, rows]) => [shop, appTransactionsOf(rows)]))
}

/** Adds what the shops' sales come to, and returns how many commissions that is. */
async function insertSteps(
  tx: Transaction,
  context: AppPosting & { readonly referrals: readonly PostedReferral[] },
  steps: readonly SteppedSales[],
): Promise<number> {
  const referralIds = context.referrals.map(({ id }) => id)
  const positions = await readPositionStates(tx, context.workspaceId, referralIds)
  const changes = steps.flatMap((each) => each.changes)
  const kinds = steps.flatMap(({ sales }) => sales.map(({ platformId, kind }) => [platformId, kind] as const))
  const entries = toEntries(changes, toCumulated(positions))
  await insertEntries(tx, entries, { ...context, positions, saleKinds: new Map(kinds) })
  return entries.length
}

/** The shops all of whose waiting rows are here and new, without a refund behind them. */
function chooseShops(
  waiting: readonly WaitingRow[],
  states: ReadonlyMap<string, PostingState>,
): ReadonlyMap<string, readonly WaitingRow[]> {
  const rows = new Map<string, WaitingRow[]>()
  for (const row of waiting) {
    const ofShop = rows.get(row.shopDomain)
    if (ofShop === undefined) rows.set(row.shopDomain, [row])
    else ofShop.push(row)
  }
  // More of the last one may wait.
  if (waiting.length === waitingRowsMax) rows.delete(waiting.at(-1)?.shopDomain ?? '')
  const isNew = ({ revision }: WaitingRow) => revision === 1
  return new Map([...rows].filter(([shop, ofShop]) => states.get(shop)?.refunds === 0 && ofShop.every(isNew)))
}
