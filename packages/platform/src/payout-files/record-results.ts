import { v5 } from 'uuid'
import type { Database, Statement } from '../database/statements/database.ts'
import { type RecordedFact, recordPaymentFact } from '../payouts/record-payment-fact.ts'
import type { ResultRow } from './result-file.ts'

/** What came of a row of a result file. */
export interface RecordedResult {
  readonly number: number
  /** Null for a row of something else. */
  readonly payoutId: string | null
  readonly outcome:
    | 'reported'
    | 'known'
    | 'not_paid'
    | 'other_payment'
    | Extract<RecordedFact, { ok: false }>['rejection']
}

/** Where results are recorded. */
export interface ResultScope {
  readonly workspaceId: string
  /** How the payments were made, such as `paypal`. */
  readonly method: string
  /** Report also what is mostly a mistake. */
  readonly isDoubtAccepted: boolean
}

const findRetractionStatement: Statement = {
  name: 'payout_result_find_retraction',
  text: 'select report_id from payment_report_retractions where workspace_id = $1 and report_id = $2',
}

/**
 * Reports the payments of a result file, each one once: the same file again reports nothing. Where a report is retracted, a
 * row with other content is its correction. A report is what the payer says; members still confirm.
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
  { workspaceId, method, isDoubtAccepted }: ResultScope,
): Promise<RecordedResult['outcome']> {
  if (payoutId === null) return 'other_payment'
  if (!isPaid) return 'not_paid'
  const fact = { kind: 'report', payoutId, amount, method, reference: transaction, paidAt } as const
  const payment = transaction ?? 'result file'
  // The id follows from the payment, so that a report of it is made once; and that of a correction from the report
  // that it takes the place of.
  for (let id = v5(payment, payoutId); ; id = v5(payment, id)) {
    const context = { workspaceId, id, rejectsDoubt: !isDoubtAccepted }
    const recorded = await recordPaymentFact(database, fact, context)
    if (recorded.ok) return recorded.isNew ? 'reported' : 'known'
    if (recorded.rejection !== 'other_content' || !(await isRetracted(database, workspaceId, id))) {
      return recorded.rejection
    }
  }
}

async function isRetracted(database: Database, workspaceId: string, reportId: string): Promise<boolean> {
  return (await database.query(findRetractionStatement, [workspaceId, reportId])).length > 0
}
