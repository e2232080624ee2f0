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
  /** The latest collection that is posted then. */
  readonly latest: PostingState['latest']
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
  if (state.negatives > 0 && sales.some((sale) => !isLater(sale, state.latest))) return undefined
  const steps = sales.map((sale) => ({ sale, step: stepSale(sale, referrals, negatives) }))
  if (steps.some(({ step }) => step === undefined)) return undefined
  const last = sales.at(-1)
  const skipped = steps.flatMap(({ sale: { platformId }, step }) => {
    const reason = step?.skipped ?? null
    return reason === null ? [] : [{ platformId, reason }]
  })
  return {
    sales,
    changes: steps.flatMap(({ step }) => step?.changes ?? []),
    skipped,
    latest: last !== undefined && isLater(last, state.latest) ? last : state.latest,
  }
}

type Placed = Pick<Collection, 'collectedAtMs' | 'platformId'>

/** The order in which collections are posted. */
export function inOrder(a: Placed, b: Placed): number {
  if (a.collectedAtMs !== b.collectedAtMs) return a.collectedAtMs - b.collectedAtMs
  return a.platformId < b.platformId ? -1 : 1
}

function isLater(sale: Placed, latest: Placed | null): boolean {
  return latest === null || inOrder(latest, sale) < 0
}
