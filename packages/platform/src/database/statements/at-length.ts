import type { Database, Queryable, Statement, Transaction } from './database.ts'

/**
 * How long the server may say nothing while it is at a long statement: it ends that itself in 10 minutes. Whoever works at
 * length opens the database with this `silenceTimeoutMs`.
 */
export const longSilenceTimeoutMs = 660_000

// A server learns that its client is gone when it answers, unless it is told to look; some systems cannot.
const allowTimeStatement: Statement = {
  name: 'database_allow_time',
  text: `
    select
      set_config('statement_timeout', '600000', true), set_config('lock_timeout', '60000', true),
      set_config('idle_in_transaction_session_timeout', '60000', true),
      case when version() like '%linux%' then set_config('client_connection_check_interval', '1000', true) end`,
}

/**
 * Raises the timeouts of a transaction: its next statements may take 10 minutes each. On Linux, the server ends a statement
 * within a second after its client has left.
 */
export async function allowTime(tx: Queryable): Promise<void> {
  await tx.query(allowTimeStatement, [])
}

/** Reads a database as it was at one moment, by statements that may take 10 minutes each. */
export async function readAtLength<T>(database: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return await database.transaction(
    async (tx) => {
      await allowTime(tx)
      return await read(tx)
    },
    { isSnapshot: true },
  )
}
