import type { Logger } from 'pino'
import type { RepeatedWork } from '../database/postgres/repeat-work.ts'
import { createTurns } from '../database/requests/turns.ts'
import type { Database } from '../database/statements/database.ts'
import { type DeliveryPlan, deliverQueue } from './deliver-queue.ts'
import { type DueQueue, listDueQueues } from './queues.ts'

const tickMs = 1000
const queuesMax = 256
/** Those that have failed last time keep fewer places from the others. */
const failingMax = 64
/** However many endpoints a workspace has, and however slow they are. */
const ofWorkspaceMax = 8
/** So many connections deliveries use at most, of those that requests need. */
const connectionsMax = 2

/**
 * Delivers what endpoints are told, until it is stopped. Any number of processes may do so on one database: each endpoint
 * is delivered to by one of them at a time.
 */
export function startDelivery(
  database: Database,
  log: Logger,
  plan: Omit<DeliveryPlan, 'signal'>,
): RepeatedWork {
  const stopping = new AbortController()
  const { signal } = stopping
  const shared = shareConnections(database)
  const places = createPlaces()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const deliver = (due: DueQueue): void => {
    const leave = places.take(due)
    if (leave === undefined) return
    const delivering = deliverQueue(shared, due, { ...plan, signal })
      .catch((error: unknown) => log.warn({ err: error }, 'messages were not delivered'))
      .finally(() => {
        leave()
        underWay.delete(delivering)
      })
    underWay.add(delivering)
  }
  const tick = async (): Promise<void> => {
    try {
      for (const due of await listDueQueues(shared, 2 * queuesMax)) if (!signal.aborted) deliver(due)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'it was not found out what is to be delivered')
    }
    if (signal.aborted) return
    timer = setTimeout(() => {
      ticking = tick()
    }, tickMs).unref()
  }
  let ticking = tick()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await ticking
      await Promise.all(underWay)
    },
  }
}

/** The places of one process: who has taken one leaves it by what is returned. */
function createPlaces() {
  const taken = new Set<DueQueue>()
  const count = (isMeant: (queue: DueQueue) => boolean) => [...taken].filter(isMeant).length
  return {
    take(due: DueQueue): (() => void) | undefined {
      const isFailing = due.failures > 0
      if (taken.size >= queuesMax) return undefined
      if (isFailing && count(({ failures }) => failures > 0) >= failingMax) return undefined
      if (count(({ workspaceId }) => workspaceId === due.workspaceId) >= ofWorkspaceMax) return undefined
      taken.add(due)
      return () => taken.delete(due)
    },
  }
}

/** The same database, of which deliveries use few connections at a time: they can wait, and requests cannot. */
function shareConnections(database: Database): Database {
  const take = createTurns({ busyMax: connectionsMax, waitMaxMs: 60_000, of: 'deliveries' })
  return { ...database, query: (...asked) => take('', () => database.query(...asked)) }
}
