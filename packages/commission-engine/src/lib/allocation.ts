import type { AppTransaction, Sale } from './facts.ts'
import { groupBy } from './group-by.ts'
import { earliestFirst } from './order.ts'
import { candidates, createPools } from './pools.ts'

/** What one adjustment or credit takes from one sale. */
export interface Take {
  readonly sale: Sale
  /** Gross that others had taken from the sale before, in billionths. */
  readonly takenBeforeNano: bigint
  /** Gross that is taken now, in billionths, above 0. */
  readonly grossNano: bigint
}

/** What an adjustment or credit takes back, in the order in which it takes. */
export interface Allocation {
  readonly refund: AppTransaction
  readonly takes: readonly Take[]
  /** Gross that found no sale, in billionths. It costs nobody anything (`no_original`). */
  readonly remainderNano: bigint
}

/**
 * Decides which sales the adjustments and credits of a shop take back. It depends on the set alone, not on its order.
 *
 * @param sales - of one shop and app, eligible or not
 * @param refunds - adjustments and credits of the same shop and app
 * @param refundLinks - an operator's corrections, from an adjustment or credit to a sale
 * @returns one allocation for each refund, in the order in which they take
 */
export function allocate(
  sales: readonly Sale[],
  refunds: readonly AppTransaction[],
  refundLinks: ReadonlyMap<string, string>,
): readonly Allocation[] {
  const salesByCurrency = groupBy(sales, ({ gross }) => gross.currency)
  const poolsByCurrency = new Map([...salesByCurrency].map(([key, group]) => [key, createPools(group)]))
  const none = createPools([])
  const takenNano = new Map<string, bigint>()
  return refunds.toSorted(earliestFirst).map((refund) => {
    const pools = poolsByCurrency.get(refund.gross.currency) ?? none
    const found = candidates(refund, pools, refundLinks.get(refund.platformId))
    const allocation = takeBack(refund, found, takenNano)
    for (const { sale, takenBeforeNano, grossNano } of allocation.takes) {
      takenNano.set(sale.platformId, takenBeforeNano + grossNano)
    }
    return allocation
  })
}

/** Lets one adjustment or credit take from sales, in their order, until nothing of it is left. */
export function takeBack(
  refund: AppTransaction,
  sales: Iterable<Sale>,
  takenNano: ReadonlyMap<string, bigint>,
): Allocation {
  const takes = new Map<string, Take>()
  let remainderNano = -refund.gross.amountNano
  for (const sale of sales) {
    if (remainderNano === 0n) break
    if (takes.has(sale.platformId)) continue
    const takenBeforeNano = takenNano.get(sale.platformId) ?? 0n
    const leftNano = sale.gross.amountNano - takenBeforeNano
    const grossNano = leftNano < remainderNano ? leftNano : remainderNano
    if (grossNano <= 0n) continue
    takes.set(sale.platformId, { sale, takenBeforeNano, grossNano })
    remainderNano -= grossNano
  }
  return { refund, takes: [...takes.values()], remainderNano }
}

/**
 * How much of a sale's base goes with what is taken from its gross. Exact in sum: when all of the gross is gone, so is all
 * of the base, on either basis (D58).
 *
 * @param take - what is taken from the sale
 * @param baseNano - the sale's whole base, in billionths
 */
export function baseOfTake({ sale, takenBeforeNano, grossNano }: Take, baseNano: bigint): bigint {
  const wholeNano = sale.gross.amountNano
  const remainingBase = (takenNano: bigint): bigint => (baseNano * (wholeNano - takenNano)) / wholeNano
  return remainingBase(takenBeforeNano) - remainingBase(takenBeforeNano + grossNano)
}
