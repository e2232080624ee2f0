import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import type { Database } from '../database/statements/database.ts'
import { applyDueAddresses } from './prove-address.ts'

const everyMs = 10 * 60_000

/** Applies the addresses that operators have entered for people, each when it is due, until it is stopped. */
export function startAddresses(database: Database, log: Logger, watch?: WatchWork): RepeatedWork {
  const task = {
    name: 'apply_addresses',
    run: () => applyDueAddresses(database),
    message: 'addresses that were due did not take effect',
  }
  return repeatWork(database, [task], { everyMs, log, watch })
}
