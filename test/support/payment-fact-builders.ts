import type { Queryable } from '@affiliate-platform/platform/database'
import { createdAt, insertRecord, insertRow } from './payout-builders.ts'

/** A payout, as the facts about it name it. */
export interface PayoutKey {
  readonly workspaceId: string
  readonly payoutId: string
}

/** Inserts a payment report and returns its id. */
export async function insertReport(
  database: Queryable,
  payout: PayoutKey,
  amountMinor: bigint,
): Promise<string> {
  const fact = { ...ofPayout(payout), amount_minor: String(amountMinor), method: 'bank', paid_at: createdAt }
  return await insertRecord(database, 'payment_reports', fact)
}

/** Retracts a report. */
export async function insertRetraction(
  database: Queryable,
  payout: PayoutKey,
  reportId: string,
): Promise<void> {
  const fact = { ...ofPayout(payout), report_id: reportId, reason: 'mistake' }
  await insertRow(database, 'payment_report_retractions', fact)
}

/** Records that a bank has returned a reported payment. */
export async function insertReturn(database: Queryable, payout: PayoutKey, reportId: string): Promise<void> {
  const fact = { ...ofPayout(payout), report_id: reportId, reference: 'B1', reason: 'no such account' }
  await insertRow(database, 'payment_report_returns', fact)
}

/** Confirms a part of a report and returns the confirmation's id. */
export async function insertConfirmation(
  database: Queryable,
  payout: PayoutKey,
  { reportId, amountMinor }: { reportId: string; amountMinor: bigint },
): Promise<string> {
  const fact = { ...ofPayout(payout), report_id: reportId, amount_minor: String(amountMinor) }
  return await insertRecord(database, 'payment_confirmations', fact)
}

/** Retracts a confirmation. */
export async function insertConfirmationRetraction(
  database: Queryable,
  payout: PayoutKey,
  confirmationId: string,
): Promise<void> {
  const fact = { ...ofPayout(payout), confirmation_id: confirmationId, reason: 'mixed up' }
  await insertRow(database, 'payment_confirmation_retractions', fact)
}

/** Disputes a report and returns the dispute's id. */
export async function insertDispute(
  database: Queryable,
  payout: PayoutKey,
  reportId: string,
): Promise<string> {
  const fact = { ...ofPayout(payout), report_id: reportId, reason: 'not received' }
  return await insertRecord(database, 'payment_disputes', fact)
}

/** Closes a dispute. */
export async function insertClosing(
  database: Queryable,
  payout: PayoutKey,
  disputeId: string,
): Promise<void> {
  const fact = { ...ofPayout(payout), dispute_id: disputeId, resolution: 'received after all' }
  await insertRow(database, 'payment_dispute_closings', fact)
}

/** Voids a payout. */
export async function insertVoid(database: Queryable, payout: PayoutKey): Promise<void> {
  await insertRow(database, 'payout_voids', { ...ofPayout(payout), reason: 'refunded' })
}

const ofPayout = ({ workspaceId, payoutId }: PayoutKey) => ({
  workspace_id: workspaceId,
  payout_id: payoutId,
  created_at: createdAt,
})
