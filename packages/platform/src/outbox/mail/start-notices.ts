import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../../database/postgres/repeat-work.ts'
import type { Queryable } from '../../database/statements/database.ts'
import { tellDigests } from './tell-digests.ts'
import { tellExpiringKeys } from './tell-expiring-keys.ts'

const everyMs = 10 * 60_000

/** Has people told by mail of what no transaction records: that a time comes near. Until it is stopped. */
export function startNotices(database: Queryable, log: Logger, watch?: WatchWork): RepeatedWork {
  const tasks = [
    {
      name: 'tell_expiring_keys',
      run: tellExpiringKeys,
      message: 'owners were not told of keys that expire',
    },
    { name: 'tell_digests', run: tellDigests, message: 'operators were not told what needs a person' },
  ]
  return repeatWork(database, tasks, { everyMs, log, watch })
}
