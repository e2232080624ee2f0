import { v5 } from 'uuid'
import type { Database, Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { tryOut } from '../database/statements/try-out.ts'
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

type Transacting = Pick<Database, 'query' | 'transaction'>

const findRetractionStatement: Statement = {
  name: 'payout_result_find_retraction',
  text: 'select report_id from payment_report_retractions where workspace_id = $1 and report_id = $2',
}

/**
 * Reports the payments of a result file, each one once: the same file again reports nothing. Where a report is retracted, a
 * row with other content is its correction. A report is what the payer says; members still confirm.
 */
export async function recordResults(
  database: Transacting,
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

const savepointStatement: Statement = { name: 'payout_result_savepoint', text: 'savepoint tried' }
const takeBackStatement: Statement = { name: 'payout_result_take_back', text: 'rollback to savepoint tried' }

/** Tells what `recordResults` would come to, and writes nothing: each payout's rows are recorded, and taken back. */
export async function previewResults(
  database: Database,
  rows: readonly ResultRow[],
  scope: ResultScope,
): Promise<readonly RecordedResult[]> {
  const results: RecordedResult[] = []
  for (const payoutId of new Set(rows.map((row) => row.payoutId))) {
    const group = rows.filter((row) => row.payoutId === payoutId)
    results.push(...(await tryOut(database, (tx) => recordResults(withinTransaction(tx), group, scope))))
  }
  return results.toSorted((one, other) => one.number - other.number)
}

/** A transaction as a database whose own transactions are taken back alone where they fail. */
function withinTransaction(tx: Transaction): Transacting {
  return {
    query: (statement, values) => tx.query(statement, values),
    async transaction(run) {
      await tx.query(savepointStatement, [])
      try {
        return await run(tx)
      } catch (error) {
        await tx.query(takeBackStatement, [])
        throw error
      }
    },
  }
}

async function recordResult(
  database: Transacting,
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

async function isRetracted(database: Queryable, workspaceId: string, reportId: string): Promise<boolean> {
  return (await database.query(findRetractionStatement, [workspaceId, reportId])).length > 0
}
