import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { deleteOldIdempotencyRecords } from './delete-idempotency-records.ts'
import { deleteUnusedQuotaWindows } from './delete-quota-windows.ts'
import { deleteOldReceipts } from './delete-receipts.ts'

const everyMs = 3_600_000

/** How long what may go is kept. */
export interface RetentionOptions {
  /** Months that a receipt is kept, 1 or more. */
  readonly receiptsMonths: number
}

/** Deletes what is past its retention at once, and then hourly, until the process ends. Called by whoever serves. */
export function startRetention(database: Database, log: Logger, { receiptsMonths }: RetentionOptions): void {
  const run = (what: string, work: () => Promise<void>): void => {
    work().catch((error: unknown) => log.warn({ err: error }, `${what} were not deleted`))
  }
  const runAll = (): void => {
    run('old idempotency records', () => deleteOldIdempotencyRecords(database))
    run('unused quota windows', () => deleteUnusedQuotaWindows(database))
    run('old receipts', () => deleteOldReceipts(database, receiptsMonths))
  }
  runAll()
  setInterval(runAll, everyMs).unref()
}
