import type { Later } from './later.ts'
import type { Money } from './money.ts'
import type { PaymentConfirmation, PaymentReport } from './payout-record.ts'
import type { SaleKind } from './terms-rules.ts'

/**
 * Why a commission is what it is. Exact amounts are decimals in major units, such as `19.0 USD`.
 *
 * @example const isManual = (explanation: CommissionExplanation) => explanation.arithmetic === null
 */
export interface CommissionExplanation {
  /** The commission; `because` says why it is available when it is. */
  readonly commission: {
    readonly id: string
    readonly entry: 'accrual' | 'reversal' | Later
    readonly saleKind: SaleKind | Later | null
    readonly availableAt: string
    readonly because:
      | { readonly code: 'collected' | 'installed'; readonly at: string; readonly holdDays: number }
      | {
          readonly code: 'taken_back' | 'given_back' | 'corrected' | 'referral_voided' | Later
          readonly at: string
        }
      | {
          readonly code: 'manual' | 'write_off' | 'repayment' | 'deduction' | 'imported' | 'undone'
          readonly by: string
          readonly reason: string
        }
  }
  /** How the amount follows from the base; null where a person entered it, where it was imported, and for an install reward. */
  readonly arithmetic: {
    readonly rateBps: number
    readonly basis: 'gross' | 'net' | Later
    /** Major units. */
    readonly baseBefore: string
    /** Major units. */
    readonly baseChange: string
    /** Minor units. */
    readonly worthBefore: string
    /** Minor units: the difference is the amount. */
    readonly worthAfter: string
    /** Minor units before rounding down. */
    readonly exact: string
    /** What rounding leaves for the next sale. */
    readonly fractionCarried: string
  } | null
  /** The contract that ruled the sale. */
  readonly contract: {
    readonly id: string
    readonly appliesFrom: string
    /** The terms version or the agreement that it is a copy of. */
    readonly copiedFrom:
      | { readonly code: 'terms_version' | Later; readonly id: string; readonly targetKind?: string }
      | { readonly code: 'agreement'; readonly reason: string }
    readonly rulesHash: string
  } | null
  /** The referral, and how it is known. */
  readonly referral: {
    readonly id: string
    readonly shop: string
    readonly installedAt: string
    readonly endsAt: string | null
    readonly evidence: readonly { readonly kind: string; readonly at: string }[]
  } | null
  /** The sale as the commerce platform told it. */
  readonly appTransaction: {
    readonly platformId: string
    readonly revision: number
    readonly gross: string
    readonly net: string
    readonly chargeId: string | null
    readonly collectedAt: string
    readonly importRun: string
  } | null
  /** What adjustments and credits took from the sale. */
  readonly takenBack: readonly {
    readonly platformId: string
    readonly collectedAt: string
    readonly gross: string
    readonly base: string
  }[]
  /** Payments of the payout that were reported, and neither retracted nor returned. */
  readonly reports: readonly Pick<PaymentReport, 'id' | 'amount' | 'method' | 'reference' | 'paidAt'>[]
  /** Confirmations of those reports that were not retracted. */
  readonly confirmations: readonly (Pick<PaymentConfirmation, 'id' | 'reportId' | 'amount'> & {
    readonly at: string
  })[]
}

/**
 * Where one unit of a payout comes from.
 *
 * @example const toShop = (explanation: PayoutExplanation) => explanation.referral?.shop
 */
export interface PayoutExplanation extends CommissionExplanation {
  /** The requested unit: a number, or digits as text if it is too large for one. */
  readonly unit: number | string
  /** The payout, the run that made it, and the threshold that it had to reach. */
  readonly payout: {
    readonly id: string
    readonly amount: Money
    /** The payout run (UUID); null for a payout by hand, and for one that was imported. */
    readonly run: string | null
    readonly asOf: string
    readonly threshold: {
      readonly amountMinor: string
      readonly from:
        | { readonly code: 'terms_version'; readonly id: string; readonly targetKind?: string }
        | { readonly code: 'contract'; readonly id: string }
        | { readonly code: 'no_terms' | 'by_hand' | 'paid_elsewhere' | Later }
    }
  }
}
