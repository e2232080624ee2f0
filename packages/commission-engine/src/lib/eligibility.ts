import { addMonths } from './add-months.ts'
import {
  checkAppTransaction,
  type Referral,
  type ReferralContract,
  type Sale,
  type SetAsideReason,
} from './facts.ts'
import { byText } from './order.ts'

/** Where bases are cumulated and rounded: a referral's contract in one currency. */
export interface Position {
  readonly referralId: string
  readonly contractId: string
  readonly currency: string
}

/** Why a sale earns nothing. The first that applies, in this order, after what an import sets aside. */
export type SkipReason =
  | SetAsideReason
  | 'before_referral'
  | 'no_rate'
  | 'kind_not_included'
  | 'after_duration'
  | 'referral_voided'

/** A sale's place in a position, with the base that it brings there. */
export interface EligibleSale {
  readonly contract: ReferralContract
  readonly position: Position
  readonly baseNano: bigint
}

/**
 * Finds the contract that rules at an instant: the greatest `(appliesFromMs, id)` that is not after it.
 *
 * @param instantMs - when the sale was collected, milliseconds since 1970
 */
export function contractAt(
  contracts: readonly ReferralContract[],
  instantMs: number,
): ReferralContract | undefined {
  return inOrder(contracts).findLast(({ appliesFromMs }) => appliesFromMs <= instantMs)
}

/** The contract whose install reward counts: the one that applies first. */
export function firstContract(contracts: readonly ReferralContract[]): ReferralContract | undefined {
  return inOrder(contracts)[0]
}

/**
 * Decides whether a sale earns a commission, for which position, and from which base; or says why not.
 *
 * @param sale - in its latest revision
 * @param referrals - of its shop; at most one of them lives
 *
 * @example
 * ```ts
 * const eligibility = checkEligibility(sale, referrals)
 * if ('skipped' in eligibility) console.log(eligibility.skipped) // 'after_duration'
 * ```
 */
export function checkEligibility(
  sale: Sale,
  referrals: readonly Referral[],
): EligibleSale | { readonly skipped: SkipReason } {
  const setAside = checkAppTransaction(sale)
  if (setAside !== undefined) return { skipped: setAside }
  const referral = rulingReferral(referrals)
  const contract = referral && contractAt(referral.contracts, sale.collectedAtMs)
  if (referral === undefined || contract === undefined) return { skipped: 'before_referral' }
  const skipped = findReason(sale, referral, contract)
  if (skipped !== undefined) return { skipped }
  const { amountNano, currency } = sale[contract.rules.basis]
  const position = { referralId: referral.id, contractId: contract.id, currency }
  // Fees can exceed a small sale. One that costs its developer money, or that nobody paid for, moves nothing (D99).
  const isWorthSomething = amountNano > 0n && sale.gross.amountNano > 0n
  return { contract, position, baseNano: isWorthSomething ? amountNano : 0n }
}

function findReason(sale: Sale, referral: Referral, { rules }: ReferralContract): SkipReason | undefined {
  if (rules.rateBps === 0) return 'no_rate'
  if (!rules.includedSaleKinds.includes(sale.kind)) return 'kind_not_included'
  const endsAtMs = referralEndsAt(referral, rules)
  if (endsAtMs !== null && sale.collectedAtMs >= endsAtMs) return 'after_duration'
  return referral.voidedAtMs === null ? undefined : 'referral_voided'
}

/** When a referral's sales stop to count: the first instant that does not count any more, or `null` for never. */
export function referralEndsAt(
  { installedAtMs }: Pick<Referral, 'installedAtMs'>,
  { durationMonths }: Pick<ReferralContract['rules'], 'durationMonths'>,
): number | null {
  return durationMonths === null ? null : addMonths(installedAtMs, durationMonths)
}

/** The living referral; without one, the one that was voided last tells the reason. */
function rulingReferral(referrals: readonly Referral[]): Referral | undefined {
  const living = referrals.find(({ voidedAtMs }) => voidedAtMs === null)
  return living ?? referrals.toSorted((a, b) => (b.voidedAtMs ?? 0) - (a.voidedAtMs ?? 0))[0]
}

function inOrder(contracts: readonly ReferralContract[]): readonly ReferralContract[] {
  return contracts.toSorted((a, b) => a.appliesFromMs - b.appliesFromMs || byText(a.id, b.id))
}
