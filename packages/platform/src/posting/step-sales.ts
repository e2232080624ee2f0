import {
  type AppTransaction,
  type BaseChange,
  isSale,
  type RefundState,
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
  /** When the latest app transaction that is posted then was collected. */
  readonly latestMs: PostingState['latestMs']
}

/**
 * Calculates what new sales come to, without the others of their shop; `undefined` where one of them changes what was
 * posted before.
 *
 * @param refunds - the open adjustments and credits of the shop
 */
export function stepSales(
  { state, referrals }: SteppedShop,
  rows: readonly AppTransaction[],
  refunds: readonly RefundState[],
): SteppedSales | undefined {
  const sales = rows.filter(isSale).sort(inOrder)
  if (sales.length < rows.length) return undefined
  const { latestMs } = state
  // A refund takes from a sale of its own instant before it takes from an earlier one.
  const isLater = (sale: Sale): boolean => latestMs === null || latestMs < sale.collectedAtMs
  if (state.refunds > 0 && !sales.every(isLater)) return undefined
  const steps = sales.map((sale) => ({ sale, step: stepSale(sale, referrals, refunds) }))
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

function inOrder(a: AppTransaction, b: AppTransaction): number {
  if (a.collectedAtMs !== b.collectedAtMs) return a.collectedAtMs - b.collectedAtMs
  return a.platformId < b.platformId ? -1 : 1
}

/** When the latest of what is posted and of some more was collected. */
export function toLatest(latestMs: number | null, appTransactions: readonly AppTransaction[]): number | null {
  return appTransactions.reduce<number | null>(
    (latest, { collectedAtMs }) => (latest === null || latest < collectedAtMs ? collectedAtMs : latest),
    latestMs,
  )
}
