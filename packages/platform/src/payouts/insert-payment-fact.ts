import type { Queryable, Statement } from '../database/database.ts'
import type { PaymentFact } from './payment-fact.ts'

/** Which row a fact becomes. */
export interface FactRow {
  readonly workspaceId: string
  readonly payoutId: string
  /** Retractions, returns, closings and voids have no id of their own. */
  readonly id: string
  readonly createdAt: Date
}

/** The statement that inserts a fact: its table is called the same with an `s`. */
function insertion(fact: string, columns: readonly string[]): Statement {
  const names = ['workspace_id', 'payout_id', 'created_at', ...columns]
  const values = names.map((_, index) => `$${index + 1}`)
  return {
    name: `${fact}_insert`,
    text: `insert into ${fact}s (${names.join(', ')}) values (${values.join(', ')})`,
  }
}

const insertReport = insertion('payment_report', ['id', 'amount_minor', 'method', 'reference', 'paid_at'])
const insertRetraction = insertion('payment_report_retraction', ['report_id', 'reason'])
const insertConfirmation = insertion('payment_confirmation', ['id', 'report_id', 'amount_minor'])
const insertConfirmationRetraction = insertion('payment_confirmation_retraction', [
  'confirmation_id',
  'reason',
])
const insertReturn = insertion('payment_report_return', ['report_id', 'reference', 'reason'])
const insertDispute = insertion('payment_dispute', ['id', 'report_id', 'reason'])
const insertClosing = insertion('payment_dispute_closing', ['dispute_id', 'resolution'])

// D116: what a person entered is taken back by the void. What a run had collected is due in the next one.
const insertVoid: Statement = {
  name: 'payout_void_insert',
  text: `
    with void as (
      insert into payout_voids (workspace_id, payout_id, created_at, reason)
      values ($1, $2, $3, $4)
      returning workspace_id, payout_id, created_at, reason
    )
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, created_at, actor)
    select
      void.workspace_id, $5, entered.app_id, entered.program_id, entered.group_id, entered.membership_id,
      entered.currency, 'reversal', 'manual', -entered.amount_minor, entered.id, void.reason, void.created_at,
      void.created_at, void.created_at, coalesce(nullif(current_setting('affiliate.actor', true), ''), 'system')
    from void
    join payouts payout on payout.workspace_id = void.workspace_id and payout.id = void.payout_id
    join payout_commissions line on line.workspace_id = void.workspace_id and line.payout_id = void.payout_id
    join commissions entered on entered.workspace_id = void.workspace_id and entered.id = line.commission_id
    where payout.run_id is null`,
}

/** Adds a fact. A constraint of the database rejects sums that are too high, and what was done before. */
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
    case 'confirmation_retraction':
      return { statement: insertConfirmationRetraction, values: [fact.confirmationId, fact.reason] }
    case 'dispute':
      return { statement: insertDispute, values: [id, fact.reportId, fact.reason] }
    case 'closing':
      return { statement: insertClosing, values: [fact.disputeId, fact.resolution] }
    case 'return':
      return { statement: insertReturn, values: [fact.reportId, fact.reference, fact.reason] }
    case 'void':
      return { statement: insertVoid, values: [fact.reason, id] }
  }
}
