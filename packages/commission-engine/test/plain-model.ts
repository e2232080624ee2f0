import {
  type AppTransaction,
  isSale,
  positionKey,
  type Referral,
  type Sale,
  type ShopFacts,
} from '@affiliate-platform/commission-engine'
import { contractAt } from '../src/lib/eligibility.ts'

/**
 * The cumulated base of each position as the specification words it, without any care for time or memory: each adjustment
 * or credit sorts all sales for itself. The engine must agree with it to the billionth.
 */
export function plainBases(facts: ShopFacts): ReadonlyMap<string, bigint> {
  const rows = latestOf(facts.appTransactions)
  const sales = rows.filter(isSale)
  const takenNano = new Map<string, bigint>()
  for (const { saleId, grossNano } of plainTakes(facts)) {
    takenNano.set(saleId, (takenNano.get(saleId) ?? 0n) + grossNano)
  }
  const bases = new Map<string, bigint>()
  for (const sale of sales) {
    const eligible = plainPosition(sale, facts.referrals)
    if (eligible === undefined || sale.gross.amountNano === 0n) continue
    const leftNano = sale.gross.amountNano - (takenNano.get(sale.platformId) ?? 0n)
    const left = (eligible.baseNano * leftNano) / sale.gross.amountNano
    bases.set(eligible.key, (bases.get(eligible.key) ?? 0n) + left)
  }
  return bases
}

/** One app transaction for each id, in its greatest revision. */
export function latestOf(appTransactions: readonly AppTransaction[]): readonly AppTransaction[] {
  return [...new Set(appTransactions.map(({ platformId }) => platformId))].flatMap((id) =>
    appTransactions
      .filter(({ platformId }) => platformId === id)
      .toSorted((a, b) => b.revision - a.revision)
      .slice(0, 1),
  )
}

/** What each adjustment or credit takes from which sale. */
export function plainTakes(facts: ShopFacts): readonly PlainTake[] {
  const rows = latestOf(facts.appTransactions)
  const left = new Map(rows.filter(isSale).map((sale) => [sale.platformId, sale.gross.amountNano]))
  const order = ({ collectedAtMs, platformId }: AppTransaction): readonly (number | string)[] => [
    collectedAtMs,
    platformId,
  ]
  const refunds = rows.filter((row) => !isSale(row)).toSorted((a, b) => plainOrder(order(a), order(b)))
  return refunds.flatMap((refund) => {
    let rest = -refund.gross.amountNano
    const rank = (sale: Sale): readonly (number | string)[] => plainRank(sale, refund, facts.refundLinks)
    const sameCurrency = rows.filter(isSale).filter(({ gross }) => gross.currency === refund.gross.currency)
    return sameCurrency
      .toSorted((a, b) => plainOrder(rank(a), rank(b)))
      .flatMap(({ platformId }) => {
        const has = left.get(platformId) ?? 0n
        const grossNano = has < rest ? has : rest
        left.set(platformId, has - grossNano)
        rest -= grossNano
        return grossNano === 0n ? [] : [{ negativeId: refund.platformId, saleId: platformId, grossNano }]
      })
  })
}

interface PlainTake {
  readonly negativeId: string
  readonly saleId: string
  readonly grossNano: bigint
}

/** Pool, then not after it before after it, then the nearest, then the id. */
function plainRank(
  sale: Sale,
  refund: AppTransaction,
  links: ShopFacts['refundLinks'],
): readonly (number | string)[] {
  const distanceMs = sale.collectedAtMs - refund.collectedAtMs
  const isAfter = distanceMs > 0
  return [plainPool(sale, refund, links), isAfter ? 1 : 0, Math.abs(distanceMs), sale.platformId]
}

function plainPool(
  sale: Sale,
  { platformId, chargeId }: AppTransaction,
  links: ShopFacts['refundLinks'],
): number {
  if (links.get(platformId) === sale.platformId) return 0
  if (chargeId === null) return 3
  if (chargeId === sale.chargeId) return 1
  if (chargeId.includes('/AppSubscription/') && sale.kind === 'subscription_sale') return 2
  if (chargeId.includes('/AppUsageRecord/') && sale.kind === 'usage_sale') return 2
  return chargeId.includes('/AppPurchaseOneTime/') && sale.kind === 'one_time_sale' ? 2 : 3
}

function plainOrder(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? left
    if (left < right) return -1
    if (left > right) return 1
  }
  return 0
}

function plainPosition(
  sale: Sale,
  referrals: readonly Referral[],
): { key: string; baseNano: bigint } | undefined {
  const referral = referrals.find(({ voidedAtMs }) => voidedAtMs === null)
  const contract = referral && contractAt(referral.contracts, sale.collectedAtMs)
  if (referral === undefined || contract === undefined) return undefined
  const { rateBps, includedSaleKinds, durationMonths, basis } = contract.rules
  if (rateBps === 0 || !includedSaleKinds.includes(sale.kind)) return undefined
  if (durationMonths !== null && sale.collectedAtMs >= plainEnd(referral.installedAtMs, durationMonths))
    return undefined
  const { amountNano, currency } = sale[basis]
  const key = positionKey({ referralId: referral.id, contractId: contract.id, currency })
  return { key, baseNano: amountNano > 0n ? amountNano : 0n }
}

/** The month is found first; then the day is taken back until it is in it. */
function plainEnd(instantMs: number, months: number): number {
  const start = new Date(instantMs)
  const day = (back: number): Date =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate() - back))
  const month = (start.getUTCMonth() + months) % 12
  const back = [0, 1, 2, 3].find((days) => day(days).getUTCMonth() === month) ?? 0
  return day(back).getTime() + (instantMs % 86_400_000)
}
