import { toRecord } from '../fault.ts'
import { LedgerTableMissingError } from './ledger-table-missing-error.ts'

const attemptsMax = 10

// PostgreSQL where the default isolation level is above read committed; deadlocks there, in MySQL and MariaDB; and Prisma's
// code for both.
const conflicts = new Set(['40001', '40P01', 'ER_CHECKREAD', 'ER_LOCK_DEADLOCK', 'P2034'])

/**
 * Runs a statement: again where it failed because of a rival's, so that it wrote nothing. Says how to make the table when
 * the database says that there is none.
 */
export async function runStatement<Value>(
  remedy: string,
  isMissing: (error: unknown) => boolean,
  run: () => PromiseLike<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (isMissing(error)) {
        throw new LedgerTableMissingError(`The ledger has no table. ${remedy}`, { cause: error })
      }
      if (attempt === attemptsMax || !conflicts.has(String(toRecord(error)['code']))) throw error
    }
  }
}
