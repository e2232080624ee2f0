import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork } from '../database/postgres/repeat-work.ts'
import type { Queryable } from '../database/statements/database.ts'
import { deleteOldClicks } from './delete-clicks.ts'
import { deleteOldIdempotencyRecords } from './delete-idempotency-records.ts'
import { deleteOldMails } from './delete-mails.ts'
import { deleteOldMessages } from './delete-messages.ts'
import { deleteUnusedQuotaWindows } from './delete-quota-windows.ts'
import { deleteOldReceipts } from './delete-receipts.ts'
import { deleteOldVisitorSecrets } from './delete-visitor-secrets.ts'

const everyMs = 3_600_000

/** How long what may go is kept. */
export interface RetentionOptions {
  /** Months that a receipt is kept, 1 or more. */
  readonly receiptsMonths: number
}

/** Deletes what is past its retention at once, and then hourly, until it is stopped. Called by whoever serves. */
export function startRetention(
  database: Queryable,
  log: Logger,
  { receiptsMonths }: RetentionOptions,
): RepeatedWork {
  const tasks = [
    { run: deleteOldIdempotencyRecords, message: 'old idempotency records were not deleted' },
    { run: deleteOldClicks, message: 'old clicks were not deleted' },
    { run: deleteOldMessages, message: 'old messages of the outbox were not deleted' },
    { run: deleteOldMails, message: 'old mails were not deleted' },
    { run: deleteOldVisitorSecrets, message: 'old secrets of visitors were not deleted' },
    { run: deleteUnusedQuotaWindows, message: 'unused quota windows were not deleted' },
    {
      run: (queried: Queryable) => deleteOldReceipts(queried, receiptsMonths),
      message: 'old receipts were not deleted',
    },
  ]
  return repeatWork(database, tasks, { everyMs, log })
}
