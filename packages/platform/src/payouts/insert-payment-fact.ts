import type { Queryable, Statement } from '../database/database.ts'
import type { PaymentFact } from './payment-fact.ts'

/** Which row a fact becomes. */
export interface FactRow {
  readonly workspaceId: string
  readonly payoutId: string
  /** Retractions, closings and voids have no id of their own. */
  readonly id: string
  readonly createdAt: Date
}

const insertReport: Statement = {
  name: 'payment_report_insert',
  text: `
    insert into payment_reports
      (workspace_id, payout_id, created_at, id, amount_minor, method, reference, paid_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const insertRetraction: Statement = {
  name: 'payment_report_retraction_insert',
  text: `
    insert into payment_report_retractions (workspace_id, payout_id, created_at, report_id, reason)
    values ($1, $2, $3, $4, $5)`,
}

const insertConfirmation: Statement = {
  name: 'payment_confirmation_insert',
  text: `
    insert into payment_confirmations (workspace_id, payout_id, created_at, id, report_id, amount_minor)
    values ($1, $2, $3, $4, $5, $6)`,
}

const insertDispute: Statement = {
  name: 'payment_dispute_insert',
  text: `
    insert into payment_disputes (workspace_id, payout_id, created_at, id, report_id, reason)
    values ($1, $2, $3, $4, $5, $6)`,
}

const insertClosing: Statement = {
  name: 'payment_dispute_closing_insert',
  text: `
    insert into payment_dispute_closings (workspace_id, payout_id, created_at, dispute_id, resolution)
    values ($1, $2, $3, $4, $5)`,
}

const insertVoid: Statement = {
  name: 'payout_void_insert',
  text: `
    insert into payout_voids (workspace_id, payout_id, created_at, reason)
    values ($1, $2, $3, $4)`,
}

/** Adds a fact. A constraint of the database refuses sums that are too high, and what was done before. */
export async function insertPaymentFact(tx: Queryable, fact: PaymentFact, row: FactRow): Promise<void> {
  const { statement, values } = toInsertion(fact, row)
  await tx.query(statement, [row.workspaceId, row.payoutId, row.createdAt, ...values])
}

function toInsertion(
  fact: PaymentFact,
  { id, createdAt }: FactRow,
): { statement: Statement; values: readonly unknown[] } {
  switch (fact.kind) {
    case 'report': {
      const { amount, method, reference = null, paidAt = createdAt } = fact
      return { statement: insertReport, values: [id, amount.amountMinor, method, reference, paidAt] }
    }
    case 'retraction':
      return { statement: insertRetraction, values: [fact.reportId, fact.reason] }
    case 'confirmation':
      return { statement: insertConfirmation, values: [id, fact.reportId, fact.amount.amountMinor] }
    case 'dispute':
      return { statement: insertDispute, values: [id, fact.reportId, fact.reason] }
    case 'closing':
      return { statement: insertClosing, values: [fact.disputeId, fact.resolution] }
    case 'void':
      return { statement: insertVoid, values: [fact.reason] }
  }
}
