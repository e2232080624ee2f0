import { isCurrencyCode, type saleKinds, type TermsRules } from '@affiliate-platform/contract'
import type { ExactAmount } from './nano.ts'
import { byText } from './order.ts'

/** A kind of sale that commission terms can include. */
export type SaleKind = (typeof saleKinds)[number]

/** What the platform collected from a shop, or took back: one row of its transactions, in one revision. */
export interface AppTransaction {
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

/** An app transaction that brings money: its gross amount is not below 0. */
export interface Sale extends AppTransaction {
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
  readonly appTransactions: readonly AppTransaction[]
  /** An operator's corrections: the `platformId` of an adjustment or credit, and of the sale that it takes back. */
  readonly refundLinks: ReadonlyMap<string, string>
}

/** Why an app transaction cannot be calculated with. An import sets it aside. */
export type SetAsideReason = 'unknown_currency' | 'wrong_sign'

/** Whether an app transaction is of a kind that brings money, and not an adjustment or a credit. */
export function isSale(appTransaction: AppTransaction): appTransaction is Sale {
  return appTransaction.kind !== 'adjustment' && appTransaction.kind !== 'credit'
}

/**
 * Says why an app transaction cannot be calculated with, if so: a currency without a known scale, a sale below 0, or an
 * adjustment or credit above 0. Nothing is guessed.
 *
 * @returns the reason, or `undefined` for a good one
 */
export function checkAppTransaction(appTransaction: AppTransaction): SetAsideReason | undefined {
  const { gross, net } = appTransaction
  if (!isCurrencyCode(gross.currency) || !isCurrencyCode(net.currency)) return 'unknown_currency'
  const isRightSign = isSale(appTransaction) ? gross.amountNano >= 0n : gross.amountNano <= 0n
  return isRightSign ? undefined : 'wrong_sign'
}

/** One app transaction for each row of the platform, in its greatest revision, ordered by `platformId`. */
export function latestRevisions(appTransactions: readonly AppTransaction[]): readonly AppTransaction[] {
  const latest = new Map<string, AppTransaction>()
  for (const appTransaction of appTransactions) {
    const known = latest.get(appTransaction.platformId)
    if (known === undefined || known.revision < appTransaction.revision) {
      latest.set(appTransaction.platformId, appTransaction)
    }
  }
  return [...latest.values()].sort((a, b) => byText(a.platformId, b.platformId))
}
