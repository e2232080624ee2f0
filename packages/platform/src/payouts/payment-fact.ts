import type { Money } from '@affiliate-platform/contract'
import { type PaymentFactKind, paymentFactKinds } from './payment-fact-kinds.ts'

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
  /** The bank has given the money back, under a reference of its own. */
  | {
      readonly kind: 'return'
      readonly reportId: string
      readonly reference: string
      readonly reason: string
    }
  | { readonly kind: 'void'; readonly payoutId: string; readonly reason: string }

/** Whether a fact has an id of its own. The others are known by what they are about, and happen to it once. */
export function hasOwnId({ kind }: PaymentFact): boolean {
  return paymentFactKinds[kind].repeated === null
}

/** Why a fact is not taken. */
export type PaymentRejectionCode =
  | 'unknown_payout'
  | 'unknown_report'
  | 'unknown_dispute'
  | 'unknown_confirmation'
  | 'other_currency'
  | 'payout_reported'
  | 'above_payout'
  | 'above_report'
  /** Members confirm and dispute; what was paid is the payer's to say. */
  | 'not_by_member'
  | NonNullable<(typeof paymentFactKinds)[PaymentFactKind]['repeated']>

/** Why a confirmed payment is not undone (D187): by the member, or by an operator on the member's behalf (D66). */
export type ConfirmedRejection = 'confirmed_by_member' | 'confirmed_by_operator'

/** A confirmation that was not retracted. */
export interface PaymentConfirmation {
  readonly id: string
  readonly reportId: string
  readonly amount: Money
  readonly actor: string
  readonly createdAt: Date
  /** The word of a member other than who acts now. */
  readonly isAnothersOwn: boolean
  /** Its report was neither retracted nor returned, and its own author does not dispute it. */
  readonly stands: boolean
}

/** Why a fact is not taken, with the confirmations that forbid it, the members' own first. */
export type PaymentRejection =
  | { readonly ok: false; readonly rejection: PaymentRejectionCode }
  | {
      readonly ok: false
      readonly rejection: ConfirmedRejection
      readonly confirmations: readonly PaymentConfirmation[]
    }

/** What a fact is about, as it is before the fact. */
export interface PaymentSubject {
  readonly payoutId: string
  readonly currency: string
  readonly isVoided: boolean
  /** Whether a member acts. */
  readonly isByMember: boolean
  /** The report that the fact is about, directly or by its dispute, and what ended its effect. */
  readonly reportId: string | undefined
  readonly reportEnd: PaymentRejectionCode | null
  /** Of all reports of the payout. */
  readonly confirmations: readonly PaymentConfirmation[]
}

/**
 * Checks what the database does not: a fact is taken only where it can still say something, from those whose word it is,
 * and undoes no confirmation. The database itself checks the sums, and that nothing is retracted, returned, closed or
 * voided twice.
 */
export function checkPaymentFact(fact: PaymentFact, subject: PaymentSubject): PaymentRejection | undefined {
  const { currency, isVoided, isByMember, reportEnd } = subject
  const reject = (rejection: PaymentRejectionCode) => ({ ok: false, rejection }) as const
  if ('amount' in fact && fact.amount.currency !== currency) return reject('other_currency')
  if (isByMember && paymentFactKinds[fact.kind].by === 'payer') return reject('not_by_member')
  if (fact.kind === 'report' && isVoided) return reject('payout_voided')
  if ('reportId' in fact && reportEnd !== null) return reject(reportEnd)
  const confirmations = findProtection(fact, subject)
  if (confirmations.length === 0) return undefined
  const isMembersOwn = confirmations.some(({ isAnothersOwn }) => isAnothersOwn)
  return {
    ok: false,
    rejection: isMembersOwn ? 'confirmed_by_member' : 'confirmed_by_operator',
    confirmations,
  }
}

/** The confirmations that a fact would undo without its author's word (D187). */
function findProtection(fact: PaymentFact, subject: PaymentSubject): readonly PaymentConfirmation[] {
  const { reportId, confirmations } = subject
  const standing = confirmations.filter(({ stands }) => stands)
  switch (fact.kind) {
    case 'void':
      return standing
    case 'retraction':
      return standing.filter((confirmation) => confirmation.reportId === reportId)
    case 'dispute':
      return standing.filter(
        (confirmation) => confirmation.reportId === reportId && confirmation.isAnothersOwn,
      )
    case 'confirmation_retraction':
      return confirmations.filter(({ id, isAnothersOwn }) => id === fact.confirmationId && isAnothersOwn)
    case 'report':
    case 'confirmation':
    case 'closing':
    // What a bank has taken back is so, whoever has confirmed it.
    case 'return':
      return []
  }
}

/** The rejection that a constraint of the database stands for, if it is one of these; of an id that is taken, too. */
export const rejectionByConstraint: Readonly<Record<string, PaymentRejectionCode | 'other_content'>> = {
  payouts_reports_within_amount: 'above_payout',
  payment_confirmations_within_report: 'above_report',
  payouts_voided_without_report: 'payout_reported',
  ...Object.fromEntries(
    Object.values(paymentFactKinds).map(({ table, repeated }) => [
      `${table}_pkey`,
      repeated ?? 'other_content',
    ]),
  ),
}
