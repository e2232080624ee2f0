import {
  desired,
  isSale,
  type Position,
  positionKey,
  type Referral,
  type ShopFacts,
  worth,
} from '@affiliate-platform/commission-engine'
import { dayMs } from './draw-rows.ts'
import { pairOf } from './ledger.ts'

/** A referral with whose it is. */
export interface MemberReferral extends Referral {
  readonly membershipId: string
  readonly shopDomain: string
}

/** What is known of a shop. */
export interface KnownFacts extends ShopFacts {
  readonly referrals: readonly MemberReferral[]
}

/** A base that an app transaction wants in a position, and from when it is available. */
export interface WantedBase {
  readonly position: Position
  readonly platformId: string
  readonly originalPlatformId: string | null
  readonly baseNano: bigint
  readonly availableAtMs: number
}

/** What the facts of all shops want. */
export function wantedBases(shops: Iterable<KnownFacts>): readonly WantedBase[] {
  return [...shops].flatMap((facts) => {
    const sales = new Map(facts.appTransactions.filter(isSale).map((sale) => [sale.platformId, sale]))
    const contracts = new Map(
      facts.referrals.flatMap((one) => one.contracts.map((each) => [each.id, each.rules])),
    )
    return [...desired(facts).bases.values()].map(
      ({ position, platformId, originalPlatformId, baseNano }) => {
        // What is taken from a sale is available with it, whenever it was taken (D186).
        const heldMs = (contracts.get(position.contractId)?.holdDays ?? 0) * dayMs
        const availableAtMs = (sales.get(originalPlatformId ?? platformId)?.collectedAtMs ?? 0) + heldMs
        return { position, platformId, originalPlatformId, baseNano, availableAtMs }
      },
    )
  })
}

/** What each member has coming by the facts alone, of what is available by a date: every position rounded down once. */
export function exactlyOwed(
  shops: Iterable<KnownFacts>,
  asOfMs = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, bigint> {
  const facts = [...shops]
  const referrals = new Map(facts.flatMap((shop) => shop.referrals.map((one) => [one.id, one])))
  const bases = new Map<string, { position: Position; baseNano: bigint }>()
  for (const { position, baseNano, availableAtMs } of wantedBases(facts)) {
    if (availableAtMs > asOfMs) continue
    const known = bases.get(positionKey(position))?.baseNano ?? 0n
    bases.set(positionKey(position), { position, baseNano: known + baseNano })
  }
  const owed = new Map<string, bigint>()
  const add = ({ referralId, currency }: Position, amountMinor: bigint) => {
    const pair = pairOf(referrals.get(referralId)?.membershipId ?? '', currency)
    owed.set(pair, (owed.get(pair) ?? 0n) + amountMinor)
  }
  for (const { position, baseNano } of bases.values()) {
    const contract = referrals
      .get(position.referralId)
      ?.contracts.find(({ id }) => id === position.contractId)
    const rateBps = contract?.rules.rateBps ?? 0
    add(position, worth(baseNano, { rateBps, currency: position.currency }))
  }
  for (const { position, amountMinor, availableAtMs } of facts.flatMap((shop) => desired(shop).rewards)) {
    if (availableAtMs <= asOfMs) add(position, amountMinor)
  }
  return owed
}

/** The members whose living referrals are those of some shops. */
export function membersOf(
  referrals: readonly MemberReferral[],
  shopDomains: Iterable<string>,
): ReadonlySet<string> {
  const domains = new Set(shopDomains)
  return new Set(
    referrals
      .filter(({ shopDomain, voidedAtMs }) => domains.has(shopDomain) && voidedAtMs === null)
      .map(({ membershipId }) => membershipId),
  )
}
