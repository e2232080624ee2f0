import { openPostgres } from '../postgres/postgres.ts'
import type { Database, Queryable } from '../statements/database.ts'
import { toDatabaseFault } from '../statements/faults.ts'
import { UnusableDatabaseError } from '../statements/unusable-database-error.ts'
import { createFairShares, type SharedDatabase } from './fair-shares.ts'
import { measureFreshness, ReplicaError } from './replica-freshness.ts'

/** After this time without a word from the replica, the primary is asked: a client waits for both. */
const silenceTimeoutMs = 3000
const checkEveryMaxMs = 1000

const silent = 'The replica does not respond.'

/** Where a replica is, and how far behind it may be. */
export interface ReplicaOptions {
  /** A `postgres://` URL of a streaming standby of the primary. */
  readonly url: string
  /** Default: 10. */
  readonly connectionsMax?: number | undefined
  /** The age from which on what it shows is too old. */
  readonly lagMaxMs: number
}

export interface ReplicaState {
  /** Whether reads go to it now. */
  readonly isServing: boolean
  /** All that was committed so long ago, it has. `undefined`: not known. */
  readonly lagMs: number | undefined
  /** Why the primary serves. */
  readonly reason: string | undefined
  /** Reads that it has served. */
  readonly reads: number
}

/** The replica for one read of a workspace. */
export interface LentReplica {
  readonly database: SharedDatabase
  /** Tells that it has served. */
  served(): void
  /** Tells that it has failed: until it is known to be well again, the primary serves. */
  failed(error: unknown): void
}

/** A standby that serves reads as long as it is close enough to its primary (D140). */
export interface Replica {
  /** `undefined`: the primary has to serve. */
  lend(workspaceId: string): LentReplica | undefined
  /** From now on this process reads of the workspace only what is not older. */
  noteWrite(workspaceId: string): void
  state(): ReplicaState
  /** Compares it with the primary now, and not only when it is time. Never rejects. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * Follows a standby, and compares it with the primary once a second. One that is down keeps nobody from starting.
 *
 * @returns once it was compared for the first time
 */
export async function followReplica(primary: Queryable, options: ReplicaOptions): Promise<Replica> {
  const { url, connectionsMax, lagMaxMs } = options
  const freshness = measureFreshness(lagMaxMs)
  const writes = new Map<string, number>()
  let opened: { readonly database: Database; readonly shareOf: (id: string) => SharedDatabase } | undefined
  let obstacle: string | undefined
  let reads = 0
  let checking: Promise<void> | undefined

  async function compare(): Promise<void> {
    try {
      if (opened === undefined) {
        const database = await openPostgres(url, { connectionsMax, silenceTimeoutMs })
        opened = { database, shareOf: createFairShares(database) }
      }
      await freshness.compare(primary, opened.database)
      obstacle = undefined
    } catch (error) {
      const isKnown = error instanceof ReplicaError || error instanceof UnusableDatabaseError
      obstacle = isKnown ? error.message : silent
    }
    const tooOldMs = performance.now() - lagMaxMs
    for (const [id, atMs] of writes) if (atMs < Math.max(freshness.freshAtMs(), tooOldMs)) writes.delete(id)
  }
  const check = (): Promise<void> => {
    checking ??= compare().finally(() => {
      checking = undefined
    })
    return checking
  }
  const timer = setInterval(check, Math.min(checkEveryMaxMs, lagMaxMs / 4)).unref()
  const readAge = (): number => performance.now() - freshness.freshAtMs()
  await check()
  return {
    lend(workspaceId) {
      if (opened === undefined || obstacle !== undefined || readAge() > lagMaxMs) return undefined
      if ((writes.get(workspaceId) ?? Number.NEGATIVE_INFINITY) >= freshness.freshAtMs()) return undefined
      return {
        database: opened.shareOf(workspaceId),
        served: () => {
          reads += 1
        },
        failed: (error) => {
          if (toDatabaseFault(error) === 'unavailable') obstacle = silent
        },
      }
    },
    noteWrite: (workspaceId) => writes.set(workspaceId, performance.now()),
    state: () => {
      const ageMs = readAge()
      const late = ageMs > lagMaxMs ? `The replica is more than ${lagMaxMs / 1000} s behind.` : undefined
      const reason = obstacle ?? late
      const lagMs = Number.isFinite(ageMs) ? Math.round(ageMs) : undefined
      return { isServing: reason === undefined, lagMs, reason, reads }
    },
    check,
    async close() {
      clearInterval(timer)
      await checking
      await opened?.database.close()
    },
  }
}
