import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, followReplica, type ReplicaOptions } from '@affiliate-platform/platform/database'
import { type Finding, ok } from './finding.ts'

const betweenChecksMs = 200

/** Checks whether a read replica would serve: it gets as long for it as it may be behind. */
export async function checkReplica(database: Database, options: ReplicaOptions): Promise<Finding> {
  const replica = await followReplica(database, { ...options, connectionsMax: 2 })
  try {
    const endsAtMs = performance.now() + options.lagMaxMs
    while (!replica.state().isServing && performance.now() < endsAtMs) {
      await sleep(betweenChecksMs)
      await replica.check()
    }
    const { isServing, reason } = replica.state()
    if (isServing)
      return ok('replica', 'The read replica is close enough behind the database to serve reads.')
    const remedy =
      'Check DATABASE_READ_URL, and that it is a streaming standby of DATABASE_URL. Until then the database serves reads too.'
    return { check: 'replica', state: 'warning', detail: String(reason), remedy }
  } finally {
    await replica.close()
  }
}
