import type { Money } from '@affiliate-platform/contract'
import type { Entry } from './entries.ts'
import type { AppTransaction, Referral, ReferralContract, Sale } from './facts.ts'

/** A payout that a unit is looked for in. */
export interface ExplainedPayout {
  readonly id: string
  readonly amount: Money
  /** The run that froze it, `null` for a payout by hand. */
  readonly run: string | null
  readonly asOfMs: number
  readonly threshold: { readonly amountMinor: string; readonly from: string }
}

/** What the explanation of one commission is made from. */
export interface ExplanationFacts {
  readonly id: string
  /** The commission; for one by hand its amount and times, with who entered it and why. */
  readonly commission: Entry | ManualCommission
  readonly contract: ExplainedContract | null
  readonly referral: ExplainedReferral | null
  readonly appTransaction: ExplainedAppTransaction | null
  /** The sale that an adjustment or credit takes from, else `null`. */
  readonly original: Sale | null
  /** What adjustments and credits took from the sale. */
  readonly takenBack: readonly { readonly refund: AppTransaction; readonly baseNano: bigint }[]
  readonly reports: readonly object[]
  readonly confirmations: readonly object[]
}

/** A commission that a person entered. */
export interface ManualCommission {
  readonly cause: 'manual' | 'write_off' | 'repayment' | 'deduction'
  readonly entry: Entry['entry']
  readonly availableAtMs: number
  readonly by: string
  readonly reason: string
}

/** A referral with what it was attributed by. */
export type ExplainedReferral = Pick<Referral, 'id' | 'installedAtMs'> & {
  readonly shopDomain: string
  readonly evidence: readonly { readonly kind: string; readonly atMs: number }[]
}

/** A referral's contract with the terms version that it is a copy of. */
export type ExplainedContract = ReferralContract & { readonly copiedFrom: string; readonly rulesHash: string }

/** An app transaction with the import that brought it. */
export type ExplainedAppTransaction = AppTransaction & { readonly importRun: string }
