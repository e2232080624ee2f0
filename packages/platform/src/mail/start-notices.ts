import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import type { Queryable } from '../database/statements/database.ts'
import { tellDigests } from './tell-digests.ts'
import { tellExpiringKeys } from './tell-expiring-keys.ts'
import { tellGoneEndpoints } from './tell-gone-endpoints.ts'

const everyMs = 10 * 60_000

/**
 * Has people told by mail of what is told with no fact: that a time comes near, that something has stopped. Until it is
 * stopped.
 */
export function startNotices(database: Queryable, log: Logger, watch?: WatchWork): RepeatedWork {
  const tasks = [
    {
      name: 'tell_expiring_keys',
      run: tellExpiringKeys,
      message: 'owners were not told of keys that expire',
    },
    {
      name: 'tell_gone_endpoints',
      run: tellGoneEndpoints,
      message: 'owners were not told of endpoints that are gone',
    },
    { name: 'tell_digests', run: tellDigests, message: 'operators were not told what needs a person' },
  ]
  return repeatWork(database, tasks, { everyMs, log, watch })
}
