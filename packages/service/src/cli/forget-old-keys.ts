import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { deleteOldIdempotencyRecords } from '../idempotency/store.ts'

const everyMs = 3_600_000

/** Deletes idempotency records older than 30 days, at once and then every hour while the process runs (D10). */
export function forgetOldKeys(database: Database, log: Logger): void {
  const run = (): void => {
    deleteOldIdempotencyRecords(database).catch((error: unknown) => {
      log.warn({ err: error }, 'old idempotency records were not deleted')
    })
  }
  run()
  setInterval(run, everyMs).unref()
}
