/** What is to be known of a kind of fact, whoever records or reads it. */
interface FactKind {
  readonly table: string
  /** What it ends the effect of. */
  readonly ends: 'report' | 'confirmation' | 'dispute' | null
  /** Who may record it: the payer alone, or a member too. */
  readonly by: 'payer' | 'anybody'
  /** Why it does not happen twice. Without a reason it may, and has an id of its own. */
  readonly repeated: string | null
}

/** Every kind of fact about a payment: the one list of them. */
export const paymentFactKinds = {
  report: { table: 'payment_reports', ends: null, by: 'payer', repeated: null },
  retraction: {
    table: 'payment_report_retractions',
    ends: 'report',
    by: 'payer',
    repeated: 'report_retracted',
  },
  return: { table: 'payment_report_returns', ends: 'report', by: 'payer', repeated: 'report_returned' },
  confirmation: { table: 'payment_confirmations', ends: null, by: 'anybody', repeated: null },
  confirmation_retraction: {
    table: 'payment_confirmation_retractions',
    ends: 'confirmation',
    by: 'anybody',
    repeated: 'confirmation_retracted',
  },
  dispute: { table: 'payment_disputes', ends: null, by: 'anybody', repeated: null },
  closing: { table: 'payment_dispute_closings', ends: 'dispute', by: 'anybody', repeated: 'dispute_closed' },
  void: { table: 'payout_voids', ends: null, by: 'payer', repeated: 'payout_voided' },
} as const satisfies Readonly<Record<string, FactKind>>

export type PaymentFactKind = keyof typeof paymentFactKinds

/** The kinds that end the effect of a report. */
export const reportEnds = Object.values(paymentFactKinds).filter((kind) => kind.ends === 'report')
