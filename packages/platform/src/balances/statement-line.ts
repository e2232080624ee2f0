/** Whose statement, of which money, and of which time. */
export interface StatementFilter {
  readonly workspaceId: string
  readonly membershipId: string
  readonly currency: string
  /** What was booked by then is the opening balance. */
  readonly since: Date
  /** What was booked by then is in it; default: now. */
  readonly asOf: Date | undefined
}

/** What has changed a member's balance. */
export interface StatementLine {
  /** Of a commission, or of a report of a payment. */
  readonly id: string
  readonly at: Date
  readonly kind: 'accrual' | 'reversal' | 'written_off' | 'repaid' | 'payment' | 'payment_taken_back'
  /** Below 0 where the balance falls. */
  readonly amountMinor: string
  readonly shop: string | null
  /** By which it came; null where there is no shop. */
  readonly referralId: string | null
  readonly saleKind: string | null
  /** Why a person has entered it, or the reference of a payment. */
  readonly note: string | null
}
