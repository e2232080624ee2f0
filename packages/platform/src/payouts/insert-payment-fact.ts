import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PaymentFact } from './payment-fact.ts'
import { paymentFactKinds } from './payment-fact-kinds.ts'

export interface FactRow {
  readonly workspaceId: string
  readonly payoutId: string
  /** Retractions, returns, closings and voids have no id of their own. */
  readonly id: string
  readonly createdAt: Date
}

// D116: what a person entered is taken back by the void. What a run had collected, or was imported, is due in the next one.
const insertReversals: Statement = {
  name: 'payout_void_insert_reversals',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, created_at, actor)
    select
      $1, $5, entered.app_id, entered.program_id, entered.group_id, entered.membership_id,
      entered.currency, 'reversal', 'manual', -entered.amount_minor, entered.id, $4, $3::timestamptz,
      $3, $3, current_actor()
    from payouts payout
    join payout_commissions line on line.workspace_id = $1 and line.payout_id = payout.id
    join commissions entered on entered.workspace_id = $1 and entered.id = line.commission_id
    where payout.workspace_id = $1 and payout.id = $2 and entered.cause = 'manual'`,
}

/** Adds a fact. A constraint of the database rejects sums that are too high, and what was done before. */
export async function insertPaymentFact(tx: Queryable, fact: PaymentFact, row: FactRow): Promise<void> {
  const { workspaceId, payoutId, createdAt, id } = row
  const columns = {
    workspace_id: workspaceId,
    payout_id: payoutId,
    created_at: createdAt,
    ...toColumns(fact, row),
  }
  const { table } = paymentFactKinds[fact.kind]
  const names = Object.keys(columns)
  const values = names.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`
  await tx.query({ name: `${table}_insert`, text }, Object.values(columns))
  if (fact.kind === 'void')
    await tx.query(insertReversals, [workspaceId, payoutId, createdAt, fact.reason, id])
}

function toColumns(fact: PaymentFact, { id, createdAt }: FactRow): Readonly<Record<string, unknown>> {
  switch (fact.kind) {
    case 'report': {
      const { amount, method, reference = null, paidAt = createdAt } = fact
      return { id, amount_minor: amount.amountMinor, method, reference, paid_at: paidAt }
    }
    case 'retraction':
      return { report_id: fact.reportId, reason: fact.reason }
    case 'confirmation':
      return { id, report_id: fact.reportId, amount_minor: fact.amount.amountMinor }
    case 'confirmation_retraction':
      return { confirmation_id: fact.confirmationId, reason: fact.reason }
    case 'dispute':
      return { id, report_id: fact.reportId, reason: fact.reason }
    case 'void':
      return { reason: fact.reason }
    case 'closing':
      return { dispute_id: fact.disputeId, resolution: fact.resolution }
    case 'return':
      return { report_id: fact.reportId, reference: fact.reference, reason: fact.reason }
  }
}
