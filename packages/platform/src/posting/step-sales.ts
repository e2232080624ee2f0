import {
  type BaseChange,
  type Collection,
  isSale,
  type NegativeState,
  type Sale,
  type SkipReason,
  stepSale,
} from '@affiliate-platform/commission-engine'
import type { PostingState } from './posting-state.ts'
import type { PostedReferral } from './read-shop.ts'

/** Where a shop stands before its new sales. */
export interface SteppedShop {
  readonly state: PostingState
  readonly referrals: readonly PostedReferral[]
}

/** What new sales of a shop come to. */
export interface SteppedSales {
  readonly sales: readonly Sale[]
  /** In the order of their posting. */
  readonly changes: readonly BaseChange[]
  readonly skipped: readonly { readonly platformId: string; readonly reason: SkipReason }[]
  /** When the latest collection that is posted then was collected. */
  readonly latestMs: PostingState['latestMs']
}

/**
 * Calculates what new sales come to, without the others of their shop; `undefined` where one of them changes what was
 * posted before.
 *
 * @param negatives - the open adjustments and credits of the shop
 */
export function stepSales(
  { state, referrals }: SteppedShop,
  rows: readonly Collection[],
  negatives: readonly NegativeState[],
): SteppedSales | undefined {
  const sales = rows.filter(isSale).sort(inOrder)
  if (sales.length < rows.length) return undefined
  const { latestMs } = state
  // A refund takes from a sale of its own instant before it takes from an earlier one.
  const isLater = (sale: Sale): boolean => latestMs === null || latestMs < sale.collectedAtMs
  if (state.negatives > 0 && !sales.every(isLater)) return undefined
  const steps = sales.map((sale) => ({ sale, step: stepSale(sale, referrals, negatives) }))
  if (steps.some(({ step }) => step === undefined)) return undefined
  const skipped = steps.flatMap(({ sale: { platformId }, step }) => {
    const reason = step?.skipped ?? null
    return reason === null ? [] : [{ platformId, reason }]
  })
  return {
    sales,
    changes: steps.flatMap(({ step }) => step?.changes ?? []),
    skipped,
    latestMs: toLatest(latestMs, sales),
  }
}

/** The order in which collections are posted. */
function inOrder(a: Collection, b: Collection): number {
  if (a.collectedAtMs !== b.collectedAtMs) return a.collectedAtMs - b.collectedAtMs
  return a.platformId < b.platformId ? -1 : 1
}

/** When the latest of what is posted and of some more was collected. */
export function toLatest(latestMs: number | null, collections: readonly Collection[]): number | null {
  return collections.reduce<number | null>(
    (latest, { collectedAtMs }) => (latest === null || latest < collectedAtMs ? collectedAtMs : latest),
    latestMs,
  )
}
