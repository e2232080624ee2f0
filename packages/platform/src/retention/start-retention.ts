import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { deleteOldIdempotencyRecords } from './delete-idempotency-records.ts'

const everyMs = 3_600_000

/** Deletes what is past its retention once now and then hourly, until the process ends. Called by whoever serves. */
export function startRetention(database: Database, log: Logger): void {
  const run = (): void => {
    deleteOldIdempotencyRecords(database).catch((error: unknown) => {
      log.warn({ err: error }, 'old idempotency records were not deleted')
    })
  }
  run()
  setInterval(run, everyMs).unref()
}
