import { CommitUnknownError, toDatabaseFault } from '@affiliate-platform/platform/database'

/** Whether an error passes by itself: the database failed, and what was asked of it did not. */
export function isTemporaryFault(error: unknown): boolean {
  const fault = toDatabaseFault(error)
  return error instanceof CommitUnknownError || ['unavailable', 'lock_timeout', 'retry'].includes(fault)
}
