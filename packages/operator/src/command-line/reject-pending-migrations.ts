import type { Database } from '@affiliate-platform/platform/database'
import { listPendingMigrations } from '@affiliate-platform/platform/database'
import { commandName } from './command-name.ts'
import { OperatorError } from './operator-error.ts'

/** Throws an OperatorError when the database lacks migrations. */
export async function rejectPendingMigrations(database: Database): Promise<void> {
  const pending = await listPendingMigrations(database)
  if (pending.length === 0) return
  const names = pending.map(({ name }) => name).join(', ')
  throw new OperatorError(`The database lacks migrations: ${names}. Run ${commandName} migrate first.`)
}
