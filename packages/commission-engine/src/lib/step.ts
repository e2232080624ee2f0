import { type Allocation, takeBack } from './allocation.ts'
import { firstChange, inPostingOrder } from './changes.ts'
import { baseOfSale, basesOfAllocation, type DesiredBase } from './desired.ts'
import { checkEligibility, type EligibleSale, type SkipReason } from './eligibility.ts'
import type { BaseChange } from './entries.ts'
import { type AppTransaction, checkAppTransaction, type Referral, type Sale } from './facts.ts'
import { earliestFirst } from './order.ts'
import { candidates, createPools } from './pools.ts'

/** What must be kept of an adjustment or credit, so that a new sale can be checked against it. */
export interface RefundState {
  readonly refund: AppTransaction
  /** The sale that it took from last, `null` if it found none. */
  readonly lastTaken: Sale | null
  /** Gross that found no sale, in billionths. */
  readonly remainderNano: bigint
  /** The sale of its refund link, if it has one. */
  readonly linkedId?: string | undefined
}

/** What must be kept of a sale, so that a new adjustment or credit can take from it. */
export interface SaleState {
  readonly sale: Sale
  /** Gross that was taken from it so far, in billionths. */
  readonly takenNano: bigint
}

/** What one new app transaction changes, when nothing else has to be read. */
export interface Step {
  readonly changes: readonly BaseChange[]
  /** Why a new sale earns nothing, else `null`. */
  readonly skipped: SkipReason | null
  /** What a new adjustment or credit takes, else `null`. */
  readonly allocation: Allocation | null
}

/**
 * Calculates what one new sale changes, without its shop's other sales: the cost does not grow with the history. Turn the
 * changes into commissions with `toEntries`.
 *
 * @param sale - a row that was not known before; for a new revision use `post`
 * @param referrals - of its shop
 * @param refunds - the adjustments and credits of the shop. For a sale that is later than all other app transactions, and
 *   not of the instant of one, those for which `isOpen` holds are enough
 * @returns the step, or `undefined` where the sale changes what an adjustment or credit takes: then use `post`
 *
 * @example
 * ```ts
 * const step = stepSale(sale, referrals, refunds)
 * const entries = step ? toEntries(step.changes, cumulatedNano) : post(facts, posted)
 * ```
 */
export function stepSale(
  sale: Sale,
  referrals: readonly Referral[],
  refunds: readonly RefundState[],
): Step | undefined {
  if (refunds.some((state) => isTakenBy(sale, state))) return undefined
  const eligibility = checkEligibility(sale, referrals)
  if ('skipped' in eligibility) return { changes: [], skipped: eligibility.skipped, allocation: null }
  return { changes: toChanges(baseOfSale(sale, eligibility), referrals), skipped: null, allocation: null }
}

/**
 * Calculates what one new adjustment or credit changes.
 *
 * @param refund - a row that was not known before; for a new revision use `post`
 * @param referrals - of its shop
 * @param context - `sales` with gross left, in any order: at least all that come before the last one that is taken from.
 *   `previous` is the latest adjustment or credit of the shop in the same gross currency, or `null`
 * @returns the step, or `undefined` where it belongs before `previous`: then use `post`
 */
export function stepRefund(
  refund: AppTransaction,
  referrals: readonly Referral[],
  context: {
    readonly sales: readonly SaleState[]
    readonly previous: AppTransaction | null
    readonly linkedId?: string
  },
): Step | undefined {
  const { sales, previous, linkedId } = context
  const reason = checkAppTransaction(refund)
  if (reason !== undefined) return { changes: [], skipped: reason, allocation: null }
  if (previous !== null && earliestFirst(previous, refund) > 0) return undefined
  const sameCurrency = sales.filter(({ sale }) => sale.gross.currency === refund.gross.currency)
  const pools = createPools(sameCurrency.map(({ sale }) => sale))
  const takenNano = new Map(sameCurrency.map((state) => [state.sale.platformId, state.takenNano]))
  const allocation = takeBack(refund, candidates(refund, pools, linkedId), takenNano)
  const eligible = new Map(allocation.takes.flatMap(({ sale }) => eligibleById(sale, referrals)))
  return { changes: toChanges(basesOfAllocation(allocation, eligible), referrals), skipped: null, allocation }
}

/** What to keep of an adjustment or credit for later steps. */
export function toRefundState({ refund, takes, remainderNano }: Allocation, linkedId?: string): RefundState {
  return { refund, lastTaken: takes.at(-1)?.sale ?? null, remainderNano, linkedId }
}

/**
 * Whether an adjustment or credit may still take from a sale that is later than every other app transaction of its shop: it has
 * a rest, or took from a sale outside its charge.
 */
export function isOpen({ refund, lastTaken, remainderNano, linkedId }: RefundState): boolean {
  if (remainderNano > 0n) return true
  if (lastTaken === null) return false
  const isLinkMissing = linkedId !== undefined && linkedId !== lastTaken.platformId
  return isLinkMissing || (refund.chargeId !== null && refund.chargeId !== lastTaken.chargeId)
}

/** Whether a refund comes to this sale before it has taken all. */
function isTakenBy(sale: Sale, { refund, lastTaken, remainderNano, linkedId }: RefundState): boolean {
  if (sale.gross.currency !== refund.gross.currency || checkAppTransaction(sale) !== undefined) return false
  if (sale.gross.amountNano === 0n) return false
  if (remainderNano > 0n) return true
  if (lastTaken === null) return false
  const [first] = candidates(refund, createPools([sale, lastTaken]), linkedId)
  return first === sale
}

function eligibleById(
  sale: Sale,
  referrals: readonly Referral[],
): readonly (readonly [string, EligibleSale])[] {
  const eligibility = checkEligibility(sale, referrals)
  return 'skipped' in eligibility ? [] : [[sale.platformId, eligibility]]
}

function toChanges(bases: readonly DesiredBase[], referrals: readonly Referral[]): readonly BaseChange[] {
  const placed = bases.map((of) => ({ of, change: firstChange(of, referrals) }))
  return placed.sort(inPostingOrder).map(({ change }) => change)
}
