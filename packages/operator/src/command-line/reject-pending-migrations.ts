import type { Database } from '@affiliate-platform/platform/database'
import { listPendingMigrations } from '@affiliate-platform/platform/database'
import { OperatorError } from './operator-error.ts'
import { toCommandLine } from './to-command-line.ts'

/** Throws an OperatorError when the database lacks migrations. */
export async function rejectPendingMigrations(
  database: Database,
  { dataDir }: { readonly dataDir?: string | undefined } = {},
): Promise<void> {
  const pending = await listPendingMigrations(database)
  if (pending.length === 0) return
  const names = pending.map(({ name }) => name).join(', ')
  throw new OperatorError(
    `The database lacks migrations: ${names}. Run ${toCommandLine('migrate', { dataDir })} first.`,
  )
}
