import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { deleteIdempotencyRecordsBefore } from '../idempotency/store.ts'

const keptMs = 30 * 86_400_000
const everyMs = 3_600_000

/** Deletes idempotency records older than 30 days, now and then every hour while the process runs (D10). */
export function forgetOldKeys(database: Database, log: Logger): void {
  const run = (): void => {
    deleteIdempotencyRecordsBefore(database, Date.now() - keptMs).catch((error: unknown) => {
      log.warn({ err: error }, 'old idempotency records were not deleted')
    })
  }
  run()
  setInterval(run, everyMs).unref()
}
