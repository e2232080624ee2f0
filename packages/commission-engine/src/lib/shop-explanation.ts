import type { Allocation } from './allocation.ts'
import { type Desired, desired } from './desired.ts'
import type { Position, SkipReason } from './eligibility.ts'
import { type AppTransaction, latestRevisions, type ShopFacts } from './facts.ts'
import { formatInstant } from './instant.ts'
import { formatExact, formatNano } from './nano.ts'
import { earliestFirst } from './order.ts'

/** One app transaction of a shop: which position it counts in, or why in none. Ready for `JSON.stringify`. */
export interface ExplainedShopTransaction {
  readonly platformId: string
  readonly kind: AppTransaction['kind']
  readonly gross: string
  readonly net: string
  readonly collectedAt: string
  /** The position of a sale that counts, else `null`. */
  readonly position: Position | null
  /** Why it earns nothing, else `null`. */
  readonly skipped: SkipReason | null
  /** What an adjustment or credit took, `null` for a sale. */
  readonly took: {
    readonly from: readonly { readonly platformId: string; readonly gross: string; readonly base: string }[]
    /** Gross that found no sale, `null` when all of it did. */
    readonly noOriginal: string | null
  } | null
}

/** Lists every app transaction of a shop with what it counts for, also those that nothing is paid for. */
export function explainShop(facts: ShopFacts): readonly ExplainedShopTransaction[] {
  const wanted = desired(facts)
  const index = indexOf(wanted)
  return latestRevisions(facts.appTransactions)
    .toSorted(earliestFirst)
    .map((appTransaction) => {
      const { platformId, kind, gross, net, collectedAtMs } = appTransaction
      const allocation = index.allocations.get(platformId)
      return {
        platformId,
        kind,
        gross: formatExact(gross),
        net: formatExact(net),
        collectedAt: formatInstant(collectedAtMs),
        position: index.eligible.get(platformId)?.position ?? null,
        skipped: index.reasons.get(platformId) ?? null,
        took: allocation === undefined ? null : explainAllocation(allocation, index.bases),
      }
    })
}

interface Index {
  readonly eligible: Desired['eligible']
  readonly reasons: ReadonlyMap<string, SkipReason>
  readonly allocations: ReadonlyMap<string, Allocation>
  /** Base taken, by adjustment or credit and sale. */
  readonly bases: ReadonlyMap<string, bigint>
}

function indexOf({ bases, eligible, skipped, allocations }: Desired): Index {
  return {
    eligible,
    reasons: new Map(skipped.map(({ appTransaction, reason }) => [appTransaction.platformId, reason])),
    allocations: new Map(allocations.map((allocation) => [allocation.refund.platformId, allocation])),
    bases: new Map(
      [...bases.values()].map(({ platformId, originalPlatformId, baseNano }) => [
        pairKey(platformId, originalPlatformId),
        baseNano,
      ]),
    ),
  }
}

function explainAllocation(
  { refund, takes, remainderNano }: Allocation,
  bases: Index['bases'],
): ExplainedShopTransaction['took'] {
  const { currency } = refund.gross
  return {
    from: takes.map(({ sale, grossNano }) => ({
      platformId: sale.platformId,
      gross: formatExact({ amountNano: grossNano, currency }),
      base: formatNano(bases.get(pairKey(refund.platformId, sale.platformId)) ?? 0n),
    })),
    noOriginal: remainderNano === 0n ? null : formatExact({ amountNano: remainderNano, currency }),
  }
}

function pairKey(platformId: string, originalPlatformId: string | null): string {
  return JSON.stringify([platformId, originalPlatformId])
}
