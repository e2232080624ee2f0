import type { BoundedList } from './bounded-list.ts'
import type { CommissionSummary } from './commission.ts'
import type { Money } from './money.ts'
import type { PayoutSummary } from './payout.ts'

/**
 * When something was recorded, and by whom.
 *
 * @example const isByMember = (fact: Recorded) => fact.actor.startsWith('member:')
 */
export interface Recorded {
  /** RFC 3339. */
  readonly createdAt: string
  /** `member:<id>`, `operator:<name>`, `key:<id>` or `system`. */
  readonly actor: string
}

/**
 * Why, when and by whom something was taken back, closed or voided.
 *
 * @example const describe = (fact: RecordedReason) => `${fact.createdAt} ${fact.reason}`
 */
export interface RecordedReason extends Recorded {
  /** The reason given. */
  readonly reason: string
}

/**
 * A commission that a payout pays, or takes back.
 *
 * @example const isTakenBack = (line: PayoutLine) => line.entry === 'reversal'
 */
export interface PayoutLine
  extends Pick<CommissionSummary, 'referralId' | 'entry' | 'saleKind' | 'amount' | 'accruedAt'> {
  /** The commission (UUID). */
  readonly commissionId: string
}

/**
 * A payment that a bank has returned.
 *
 * @example const describe = (fact: PaymentReturn) => `${fact.reference}: ${fact.reason}`
 */
export interface PaymentReturn extends RecordedReason {
  /** The bank's own reference of the return. */
  readonly reference: string
}

/**
 * A payment that was reported. It is no proof of a transfer.
 *
 * @example const stands = (report: PaymentReport) => report.retraction === null && report.returned === null
 */
export interface PaymentReport extends Recorded {
  /** The report's id (UUID). */
  readonly id: string
  /** What was paid. */
  readonly amount: Money
  /** How it was paid. */
  readonly method: string
  /** The reference of the payment at the bank or payment service. */
  readonly reference: string | null
  /** When it was paid (RFC 3339). */
  readonly paidAt: string
  /** Why it was taken back; null unless it was. */
  readonly retraction: RecordedReason | null
  /** When the bank returned it; null unless it did. */
  readonly returned: PaymentReturn | null
}

/**
 * The member's statement that a reported payment arrived.
 *
 * @example const isOf = (confirmation: PaymentConfirmation, report: PaymentReport) => confirmation.reportId === report.id
 */
export interface PaymentConfirmation extends Recorded {
  /** The confirmation's id (UUID). */
  readonly id: string
  /** The report (UUID) that it is about. */
  readonly reportId: string
  /** What arrived. */
  readonly amount: Money
  /** Why it was taken back; null while it counts. */
  readonly retraction: RecordedReason | null
}

/**
 * The member's statement that a reported payment did not arrive.
 *
 * @example const isOpen = (dispute: PaymentDispute) => dispute.closing === null
 */
export interface PaymentDispute extends RecordedReason {
  /** The dispute's id (UUID). */
  readonly id: string
  /** The report (UUID) that it is about. */
  readonly reportId: string
  /** How it was closed; null while it is open. */
  readonly closing: RecordedReason | null
}

/**
 * A payout with its lines and all facts of its payment.
 *
 * @example const isByHand = (payout: PayoutRecord) => payout.runId === null
 */
export interface PayoutRecord extends PayoutSummary {
  /** The group (UUID) of the membership when the payout was made; null without one. */
  readonly groupId: string | null
  /** When it was made (RFC 3339). */
  readonly createdAt: string
  /** The payout run (UUID) that it comes from; null for a payout by hand. */
  readonly runId: string | null
  /** What the amount is the sum of, in the order of posting. The list of commissions has those beyond `items`. */
  readonly lines: BoundedList<PayoutLine>
  /** Payments that were reported, the first recorded first. */
  readonly reports: BoundedList<PaymentReport>
  /** Payments that the member has confirmed. */
  readonly confirmations: BoundedList<PaymentConfirmation>
  /** Payments that the member has disputed. */
  readonly disputes: BoundedList<PaymentDispute>
  /** Why it was voided; null while it lives. */
  readonly voided: RecordedReason | null
}
