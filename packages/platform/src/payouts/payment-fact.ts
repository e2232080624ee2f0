import type { Money } from '@affiliate-platform/contract'

/** Something that was said or done about the payment of a payout. Facts are added, never changed (interface 3). */
export type PaymentFact =
  | {
      readonly kind: 'report'
      readonly payoutId: string
      readonly amount: Money
      readonly method: string
      readonly reference: string | undefined
      /** Without it the payment is made as it is reported. */
      readonly paidAt: Date | undefined
    }
  | { readonly kind: 'retraction'; readonly reportId: string; readonly reason: string }
  | { readonly kind: 'confirmation'; readonly reportId: string; readonly amount: Money }
  | { readonly kind: 'confirmation_retraction'; readonly confirmationId: string; readonly reason: string }
  | { readonly kind: 'dispute'; readonly reportId: string; readonly reason: string }
  | { readonly kind: 'closing'; readonly disputeId: string; readonly resolution: string }
  | { readonly kind: 'void'; readonly payoutId: string; readonly reason: string }

/** Whether a fact has an id of its own. The others are known by what they are about, and happen to it once. */
export function hasOwnId({ kind }: PaymentFact): boolean {
  return kind === 'report' || kind === 'confirmation' || kind === 'dispute'
}

/** Why a fact is not taken. */
export type PaymentRejection =
  | 'unknown_payout'
  | 'unknown_report'
  | 'unknown_dispute'
  | 'unknown_confirmation'
  | 'other_currency'
  | 'payout_voided'
  | 'payout_reported'
  | 'report_retracted'
  | 'confirmation_retracted'
  /** The member's own word is the member's to take back (D66). */
  | 'confirmed_by_member'
  | 'dispute_closed'
  | 'above_payout'
  | 'above_report'

/** What a fact is about, as it is before the fact. */
export interface PaymentSubject {
  readonly payoutId: string
  readonly currency: string
  readonly isVoided: boolean
  /** The report that the fact is about, directly or by its dispute. */
  readonly isRetracted: boolean
}

/**
 * Checks what the database does not: a fact is taken only where it can still say something. The database itself
 * checks the sums, and that nothing is retracted, closed or voided twice.
 */
export function checkPaymentFact(fact: PaymentFact, subject: PaymentSubject): PaymentRejection | undefined {
  const { currency, isVoided, isRetracted } = subject
  if ('amount' in fact && fact.amount.currency !== currency) return 'other_currency'
  if (fact.kind === 'report' && isVoided) return 'payout_voided'
  if ((fact.kind === 'confirmation' || fact.kind === 'dispute') && isRetracted) return 'report_retracted'
  return undefined
}

/** The rejection that a constraint of the database stands for, if it is one of these. */
export const rejectionByConstraint: Readonly<Record<string, PaymentRejection>> = {
  payouts_reports_within_amount: 'above_payout',
  payment_confirmations_within_report: 'above_report',
  payment_report_retractions_pkey: 'report_retracted',
  payment_confirmation_retractions_pkey: 'confirmation_retracted',
  payment_dispute_closings_pkey: 'dispute_closed',
  payout_voids_pkey: 'payout_voided',
  payouts_voided_without_report: 'payout_reported',
}
