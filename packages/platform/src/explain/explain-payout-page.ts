import { attributeUnits } from '@affiliate-platform/commission-engine'
import type { Queryable } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import { explainLines, toUnits } from './explain-commissions.ts'
import { listExplainedTransactions, listSkipped } from './explain-shop.ts'
import type { Explanation, SkippedAppTransaction } from './explanation.ts'
import { findPaidPayout } from './paid-payout.ts'
import { listPayoutLines, type ShopLine } from './payout-lines.ts'

/** Where a page of an explanation begins. */
export interface ExplanationPosition {
  /** The id of the commission. */
  readonly id: string
  /** How many sales of its shop the page before has shown, beside the commission itself. 0: neither of them. */
  readonly skippedBefore: number
}

/** A page of an explanation, and where the next one begins. */
export interface ExplanationPage extends Explanation {
  readonly next: ExplanationPosition | undefined
}

/**
 * Explains some lines of a payout, and what the shops that they are the first of bought that earns nothing. Whatever the
 * page shows is explained and nothing else is: the other lines are only read, for the units before them (D156).
 *
 * @param part - where the page begins, and how many rows of either kind it has at most
 * @returns `undefined` where there is no such payout
 *
 * @example
 * ```ts
 * const page = await explainPayoutPage(database, { workspaceId, payoutId }, { from: undefined, limit: 50 })
 * ```
 */
export async function explainPayoutPage(
  database: Queryable,
  key: PayoutKey,
  { from, limit }: { readonly from: ExplanationPosition | undefined; readonly limit: number },
): Promise<ExplanationPage | undefined> {
  const paid = await findPaidPayout(database, key)
  if (paid === undefined) return undefined
  const lines = await listPayoutLines(database, key)
  const firstOfShop = new Map(lines.toReversed().map(({ id, shopDomain }) => [shopDomain, id]))
  const shown: ShopLine[] = []
  const skipped: SkippedAppTransaction[] = []
  let next: ExplanationPosition | undefined
  const start = from === undefined ? 0 : lines.findIndex(({ id }) => id === from.id)
  for (const line of lines.slice(start)) {
    const { id, appId, shopDomain } = line
    if (shown.length === limit || skipped.length === limit) {
      next = { id, skippedBefore: 0 }
      break
    }
    const skippedBefore = id === from?.id ? from.skippedBefore : 0
    if (skippedBefore === 0) shown.push(line)
    if (shopDomain === null || firstOfShop.get(shopDomain) !== id) continue
    const { workspaceId } = key
    const ofShop = listSkipped(await listExplainedTransactions(database, { workspaceId, appId, shopDomain }))
    const end = skippedBefore + limit - skipped.length
    skipped.push(...ofShop.slice(skippedBefore, end))
    if (ofShop.length > end) {
      next = { id, skippedBefore: end }
      break
    }
  }
  const units = toUnits(attributeUnits(lines))
  const explained = shown.map(({ id }) => ({ id, units: units.get(id) ?? null }))
  const entries = await explainLines(database, key.workspaceId, { paid, lines: explained })
  return { kind: 'payout', id: key.payoutId, entries, skipped, next }
}
