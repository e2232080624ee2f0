import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import type { Queryable } from '../database/statements/database.ts'
import { erasePaidPayees } from '../payees/erase-payees.ts'
import { deleteOldApplications } from './delete-applications.ts'
import { deleteOldClicks } from './delete-clicks.ts'
import { deleteOldUploads } from './delete-history-uploads.ts'
import { deleteOldIdempotencyRecords } from './delete-idempotency-records.ts'
import { deleteOldMails } from './delete-mails.ts'
import { deleteOldMessages } from './delete-messages.ts'
import { deleteUnusedQuotaWindows } from './delete-quota-windows.ts'
import { deleteOldReceipts } from './delete-receipts.ts'
import { deleteOldVisitorSecrets } from './delete-visitor-secrets.ts'
import { forgetDownloadFilters } from './forget-download-filters.ts'

const everyMs = 3_600_000

/** How long what may go is kept. */
export interface RetentionOptions {
  /** Months that a receipt is kept, 1 or more. */
  readonly receiptsMonths: number
  readonly watch?: WatchWork | undefined
}

/** Deletes what is past its retention at once, and then hourly, until it is stopped. Called by whoever serves. */
export function startRetention(
  database: Queryable,
  log: Logger,
  { receiptsMonths, watch }: RetentionOptions,
): RepeatedWork {
  const tasks = [
    ['idempotency_records', deleteOldIdempotencyRecords],
    ['clicks', deleteOldClicks],
    ['webhook_messages', deleteOldMessages],
    ['mails', deleteOldMails],
    ['applications', deleteOldApplications],
    ['history_uploads', deleteOldUploads],
    ['download_filters', forgetDownloadFilters],
    ['visitor_secrets', deleteOldVisitorSecrets],
    ['quota_windows', deleteUnusedQuotaWindows],
    ['payees_of_erased_members', erasePaidPayees],
    ['receipts', (queried: Queryable) => deleteOldReceipts(queried, receiptsMonths)],
  ] as const
  return repeatWork(
    database,
    tasks.map(([what, run]) => ({
      ...{ name: `delete_old_${what}`, run },
      message: `old ${what.replace('_', ' ')} were not deleted`,
    })),
    { everyMs, log, watch },
  )
}
