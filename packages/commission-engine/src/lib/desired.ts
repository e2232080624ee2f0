import { type Allocation, allocate, baseOfTake, type Take } from './allocation.ts'
import { checkEligibility, type EligibleSale, type SkipReason } from './eligibility.ts'
import {
  type AppTransaction,
  checkAppTransaction,
  isSale,
  latestRevisions,
  type Referral,
  type Sale,
  type ShopFacts,
} from './facts.ts'
import { availableAfterHold } from './hold.ts'
import { baseKey, type PostingKey } from './posting-key.ts'
import { type DesiredReward, rewardOf } from './rewards.ts'

/** A base that the facts want in a position: what a sale brings, or what an adjustment or credit takes from a sale. */
export interface DesiredBase extends PostingKey {
  readonly baseNano: bigint
  /** When its app transaction was collected, milliseconds since 1970. */
  readonly collectedAtMs: number
}

/** A sale that earns nothing, or an app transaction that cannot be calculated with, and why. */
export interface SkippedAppTransaction {
  readonly appTransaction: AppTransaction
  readonly reason: SkipReason
}

/** What the facts of a shop say: every base, every reward, and everything that has none, with the reason. */
export interface Desired {
  readonly bases: ReadonlyMap<string, DesiredBase>
  readonly rewards: readonly DesiredReward[]
  /** The sales that count, by `platformId`, also those with a base of 0. */
  readonly eligible: ReadonlyMap<string, EligibleSale>
  readonly skipped: readonly SkippedAppTransaction[]
  readonly allocations: readonly Allocation[]
}

/**
 * Calculates from all facts of a shop what its positions should hold. Pure: the same set of facts gives the same bases, in
 * any order and with any number of repetitions.
 *
 * @param facts - of one shop in one app
 *
 * @example
 * ```ts
 * const { skipped, allocations } = desired(facts)
 * skipped.map(({ reason }) => reason) // ['kind_not_included']
 * allocations.filter(({ remainderNano }) => remainderNano > 0n) // refunds of sales that are not known
 * ```
 */
export function desired(facts: ShopFacts): Desired {
  const appTransactions = latestRevisions(facts.appTransactions)
  const sound = appTransactions.filter((appTransaction) => checkAppTransaction(appTransaction) === undefined)
  const sales = sound.filter(isSale)
  const refunds = sound.filter((appTransaction) => !isSale(appTransaction))
  const allocations = allocate(sales, refunds, facts.refundLinks)
  const { eligible, skipped } = judge(sales, facts.referrals)
  const bases = [
    ...sales.flatMap((sale) => baseOfSale(sale, eligible.get(sale.platformId))),
    ...allocations.flatMap((allocation) => basesOfAllocation(allocation, eligible)),
  ]
  return {
    bases: new Map(bases.map((base) => [baseKey(base), base])),
    rewards: facts.referrals.flatMap(rewardOf),
    eligible,
    skipped: [...appTransactions.flatMap(setAside), ...skipped],
    allocations,
  }
}

/** The base that an eligible sale brings: none for a base of 0. */
export function baseOfSale(sale: Sale, eligible: EligibleSale | undefined): readonly DesiredBase[] {
  if (eligible === undefined || eligible.baseNano === 0n) return []
  const { position, baseNano, contract } = eligible
  const { platformId, collectedAtMs } = sale
  const availableAtMs = availableAfterHold(collectedAtMs, contract.rules)
  return [{ position, platformId, originalPlatformId: null, baseNano, collectedAtMs, availableAtMs }]
}

/** The bases that an adjustment or credit takes from eligible sales: none from others. */
export function basesOfAllocation(
  { refund, takes }: Allocation,
  eligible: ReadonlyMap<string, EligibleSale>,
): readonly DesiredBase[] {
  return takes.flatMap((take) => baseTaken(refund, take, eligible.get(take.sale.platformId)))
}

function baseTaken(refund: AppTransaction, take: Take, original?: EligibleSale): readonly DesiredBase[] {
  if (original === undefined) return []
  const baseNano = -baseOfTake(take, original.baseNano)
  if (baseNano === 0n) return []
  const { platformId, collectedAtMs } = refund
  const heldUntilMs = availableAfterHold(take.sale.collectedAtMs, original.contract.rules)
  return [
    {
      position: original.position,
      platformId,
      originalPlatformId: take.sale.platformId,
      baseNano,
      collectedAtMs,
      availableAtMs: heldUntilMs,
    },
  ]
}

function judge(
  sales: readonly Sale[],
  referrals: readonly Referral[],
): {
  readonly eligible: ReadonlyMap<string, EligibleSale>
  readonly skipped: readonly SkippedAppTransaction[]
} {
  const eligible = new Map<string, EligibleSale>()
  const skipped: SkippedAppTransaction[] = []
  for (const sale of sales) {
    const eligibility = checkEligibility(sale, referrals)
    if ('skipped' in eligibility) skipped.push({ appTransaction: sale, reason: eligibility.skipped })
    else eligible.set(sale.platformId, eligibility)
  }
  return { eligible, skipped }
}

function setAside(appTransaction: AppTransaction): readonly SkippedAppTransaction[] {
  const reason = checkAppTransaction(appTransaction)
  return reason === undefined ? [] : [{ appTransaction, reason }]
}
