import type { AppTransaction, Sale, SaleKind } from './facts.ts'
import { groupBy } from './group-by.ts'
import { earliestFirst, latestFirst } from './order.ts'

/** Sales in both orders in which they are taken back. */
interface Pool {
  readonly latestFirst: readonly Sale[]
  readonly earliestFirst: readonly Sale[]
}

/** The sales of one shop and gross currency, ready to be found by an adjustment or credit. */
export interface Pools {
  readonly byId: ReadonlyMap<string, Sale>
  readonly byCharge: ReadonlyMap<string | null, Pool>
  readonly byKind: ReadonlyMap<string, Pool>
  readonly all: Pool
}

/** Which sales the gid of a charge can mean. */
const kindByGid: Readonly<Record<string, SaleKind>> = {
  AppSubscription: 'subscription_sale',
  AppUsageRecord: 'usage_sale',
  AppPurchaseOneTime: 'one_time_sale',
}

/** Sorts sales once, so that each adjustment or credit finds its first ones without reading all. */
export function createPools(sales: readonly Sale[]): Pools {
  return {
    byId: new Map(sales.map((sale) => [sale.platformId, sale])),
    byCharge: poolsBy(sales, ({ chargeId }) => chargeId),
    byKind: poolsBy(sales, ({ kind }) => kind),
    all: toPool(sales),
  }
}

/**
 * The sales that an adjustment or credit takes back, the first one first: a linked one, those of its charge, those of the
 * kind that its charge's gid names, then all. In each pool the latest not after it first, then those after it, the
 * earliest first. A sale comes again in a wider pool; by then nothing is left of it.
 */
export function* candidates(
  refund: AppTransaction,
  pools: Pools,
  linkedId: string | undefined,
): Generator<Sale, void, undefined> {
  const linked = linkedId === undefined ? undefined : pools.byId.get(linkedId)
  if (linked !== undefined) yield linked
  for (const pool of narrowestFirst(refund, pools)) {
    yield* from(pool.latestFirst, (sale) => sale.collectedAtMs <= refund.collectedAtMs)
    yield* from(pool.earliestFirst, (sale) => sale.collectedAtMs > refund.collectedAtMs)
  }
}

function narrowestFirst({ chargeId }: AppTransaction, pools: Pools): readonly Pool[] {
  const kind = kindOfCharge(chargeId)
  const ofCharge = chargeId === null ? undefined : pools.byCharge.get(chargeId)
  const ofKind = kind === undefined ? undefined : pools.byKind.get(kind)
  return [ofCharge, ofKind, pools.all].filter((pool) => pool !== undefined)
}

function kindOfCharge(chargeId: string | null): SaleKind | undefined {
  const [, type = ''] = /^gid:\/\/\w+\/(\w+)\//.exec(chargeId ?? '') ?? []
  return kindByGid[type]
}

function poolsBy<Key>(sales: readonly Sale[], keyOf: (sale: Sale) => Key): ReadonlyMap<Key, Pool> {
  return new Map([...groupBy(sales, keyOf)].map(([key, group]) => [key, toPool(group)]))
}

function toPool(sales: readonly Sale[]): Pool {
  return { latestFirst: sales.toSorted(latestFirst), earliestFirst: sales.toSorted(earliestFirst) }
}

/** The sales from the first that matches on. All after it must match too. */
function* from(sales: readonly Sale[], matches: (sale: Sale) => boolean): Generator<Sale, void, undefined> {
  let low = 0
  let high = sales.length
  while (low < high) {
    const middle = (low + high) >> 1
    const sale = sales[middle]
    if (sale !== undefined && matches(sale)) high = middle
    else low = middle + 1
  }
  for (let index = low; index < sales.length; index += 1) {
    const sale = sales[index]
    if (sale !== undefined) yield sale
  }
}
