import { isCurrencyCode, type saleKinds, type TermsRules } from '@affiliate-platform/contract'
import type { ExactAmount } from './nano.ts'
import { byText } from './order.ts'

/** A kind of sale that commission terms can include. */
export type SaleKind = (typeof saleKinds)[number]

/** What the platform collected from a shop, or took back: one row of its transactions, in one revision. */
export interface Collection {
  /** The platform's id of the row. Revisions of one row share it. */
  readonly platformId: string
  /** The greatest revision of a row counts; the others are its history. */
  readonly revision: number
  readonly kind: SaleKind | 'adjustment' | 'credit'
  /** Which charge the row belongs to. All renewals of a subscription share one. */
  readonly chargeId: string | null
  readonly gross: ExactAmount
  readonly net: ExactAmount
  /** Milliseconds since 1970. */
  readonly collectedAtMs: number
}

/** A collection that brings money: its gross amount is not below 0. */
export interface Sale extends Collection {
  readonly kind: SaleKind
}

/** The part of the terms rules that decides what a contract's sales earn. Thresholds and windows are decided elsewhere. */
export type ContractRules = Readonly<
  Pick<TermsRules, 'basis' | 'rateBps' | 'cpi' | 'includedSaleKinds' | 'durationMonths' | 'holdDays'>
>

/** A referral's own saved copy of the terms rules, with the instant from which it applies. */
export interface ReferralContract {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly appliesFromMs: number
  readonly rules: ContractRules
}

/** A shop that came through a membership, with every contract that it ever had. */
export interface Referral {
  readonly id: string
  /** The shop's original install, milliseconds since 1970. Durations count from it; a reinstall changes nothing. */
  readonly installedAtMs: number
  /** Whether its install is rewarded. `false` for a shop that had the app before. */
  readonly earnsInstallReward: boolean
  /** When the referral was voided, milliseconds since 1970, or `null` while it lives. */
  readonly voidedAtMs: number | null
  readonly contracts: readonly ReferralContract[]
}

/** Everything that decides the commissions of one shop in one app. */
export interface ShopFacts {
  /** At most one of them lives. */
  readonly referrals: readonly Referral[]
  /** In any order, with any number of revisions and repetitions. */
  readonly collections: readonly Collection[]
  /** An operator's corrections: the `platformId` of an adjustment or credit, and of the sale that it takes back. */
  readonly refundLinks: ReadonlyMap<string, string>
}

/** Why a collection cannot be calculated with. An import sets it aside. */
export type SetAsideReason = 'unknown_currency' | 'wrong_sign'

/** Whether a collection is of a kind that brings money, and not an adjustment or a credit. */
export function isSale(collection: Collection): collection is Sale {
  return collection.kind !== 'adjustment' && collection.kind !== 'credit'
}

/**
 * Says why a collection cannot be calculated with, if so: a currency without a known scale, a sale below 0, or an
 * adjustment or credit above 0. Nothing is guessed.
 *
 * @returns the reason, or `undefined` for a good one
 */
export function checkCollection(collection: Collection): SetAsideReason | undefined {
  const { gross, net } = collection
  if (!isCurrencyCode(gross.currency) || !isCurrencyCode(net.currency)) return 'unknown_currency'
  const isRightSign = isSale(collection) ? gross.amountNano >= 0n : gross.amountNano <= 0n
  return isRightSign ? undefined : 'wrong_sign'
}

/** One collection for each row of the platform, in its greatest revision, ordered by `platformId`. */
export function latestRevisions(collections: readonly Collection[]): readonly Collection[] {
  const latest = new Map<string, Collection>()
  for (const collection of collections) {
    const known = latest.get(collection.platformId)
    if (known === undefined || known.revision < collection.revision) {
      latest.set(collection.platformId, collection)
    }
  }
  return [...latest.values()].sort((a, b) => byText(a.platformId, b.platformId))
}
