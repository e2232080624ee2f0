import { v5 } from 'uuid'
import type { Database } from '../database/database.ts'
import { readDatabaseTime } from '../database/time.ts'
import type { PaymentRejection } from '../payouts/payment-fact.ts'
import { recordPaymentFact } from '../payouts/record-payment-fact.ts'
import type { ResultRow } from './result-file.ts'

/** What came of a row of a result file. */
export interface RecordedResult {
  readonly number: number
  readonly payoutId: string
  readonly outcome: 'reported' | 'known' | 'not_paid' | 'other_content' | PaymentRejection
}

/** Where results are recorded. */
export interface ResultScope {
  readonly workspaceId: string
  /** How the payments were made, such as `paypal`. */
  readonly method: string
}

/**
 * Reports the payments of a result file, each one once: the same file again reports nothing. A report is what the payer
 * says; members still confirm.
 */
export async function recordResults(
  database: Database,
  rows: readonly ResultRow[],
  scope: ResultScope,
): Promise<readonly RecordedResult[]> {
  const results: RecordedResult[] = []
  for (const row of rows) {
    const { number, payoutId } = row
    results.push({ number, payoutId, outcome: await recordResult(database, row, scope) })
  }
  return results
}

async function recordResult(
  database: Database,
  { payoutId, amount, transaction, paidAt, isPaid }: ResultRow,
  { workspaceId, method }: ResultScope,
): Promise<RecordedResult['outcome']> {
  if (!isPaid) return 'not_paid'
  const createdAt = await readDatabaseTime(database)
  // The id follows from the payment, so that a report of it is made once.
  const id = v5(transaction ?? 'result file', payoutId)
  const fact = { kind: 'report', payoutId, amount, method, reference: transaction, paidAt } as const
  const recorded = await recordPaymentFact(database, fact, { workspaceId, id, createdAt })
  if (!recorded.ok) return recorded.rejection
  return recorded.isNew ? 'reported' : 'known'
}
