import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { ServiceError } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import {
  countChanges,
  type RecentChanges,
  readSnapshot,
  slotSeconds,
} from '@affiliate-platform/platform/overview'

// Proxies end what is silent for a minute.
const longestMs = 50_000
// Over HTTP/1.1 a browser has six connections to one origin: two are left for what its windows read and do.
const waitingOfSessionMax = 4
const [pauseMinMs, pauseMaxMs] = [1000, 10_000]
/** Looking for changes keeps the database busy for a fifth of the time at most, however much is recorded. */
const pausePerWork = 4

/** Older than any, so that whoever shows it learns of a change. */
const unknownTag = '0-0'

type Change = ConsoleResponse<'awaitChange'>

/** Who waits, and for more than what. */
interface Asked {
  readonly workspaceId: string
  readonly sessionId: string
  readonly tag: string | undefined
  readonly gone: AbortSignal | undefined
}

interface Waiting extends Asked {
  readonly resolve: (change: Change) => void
  readonly reject: (error: unknown) => void
}

/** Watches the database for those who wait. */
export interface ChangeWatch {
  /**
   * Waits until a workspace has more than the tag says, or for 50 s. It holds no connection.
   *
   * @throws ServiceError `quota_exceeded` where the session waits four times already
   */
  wait(asked: Asked): Promise<Change>
  /** Lets everybody go who waits, and from now on nobody wait. */
  stop(): void
}

/**
 * Creates the watch of one process. While somebody waits, it looks once a second whether anything was committed at all,
 * and only then what of the workspaces that are waited for (D347).
 */
export function createChangeWatch(database: Pick<Database, 'query'>): ChangeWatch {
  const waiting = new Set<Waiting>()
  const look = createLook(database)
  const stopping = new AbortController()
  let isWatching = false

  const respond = (known: ReadonlyMap<string, RecentChanges>): void => {
    for (const each of waiting) {
      const recent = known.get(each.workspaceId)
      if (recent !== undefined && hasChanged(recent, each.tag))
        each.resolve({ tag: toTag(recent), hasChanged: true })
    }
  }

  async function watch(): Promise<void> {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const startedAtMs = performance.now()
      try {
        respond(await look.again(new Set([...waiting].map(({ workspaceId }) => workspaceId))))
      } catch (error) {
        for (const { reject } of waiting) reject(error)
      }
      const workMs = performance.now() - startedAtMs
      await pause(Math.min(Math.max(pausePerWork * workMs, pauseMinMs), pauseMaxMs), stopping.signal)
    }
    look.forget()
    isWatching = false
  }

  const letGo = ({ workspaceId, tag, resolve }: Waiting): void => {
    const recent = look.known().get(workspaceId)
    const isLatest = recent !== undefined && !hasChanged(recent, tag)
    resolve({ tag: isLatest ? toTag(recent) : (tag ?? unknownTag), hasChanged: false })
  }

  async function waitFor(asked: Asked): Promise<Change> {
    let each: Waiting | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Change>((resolve, reject) => {
        const added = { ...asked, resolve, reject }
        each = added
        waiting.add(added)
        timer = setTimeout(letGo, longestMs, added).unref()
        asked.gone?.addEventListener('abort', () => letGo(added))
        if (isWatching) return
        isWatching = true
        void watch()
      })
    } finally {
      clearTimeout(timer)
      if (each !== undefined) waiting.delete(each)
    }
  }

  return {
    async wait(asked) {
      const ofSession = [...waiting].filter(({ sessionId }) => sessionId === asked.sessionId)
      if (ofSession.length >= waitingOfSessionMax) throw tooMany()
      if (stopping.signal.aborted) return { tag: asked.tag ?? unknownTag, hasChanged: false }
      return await waitFor(asked)
    },
    stop: () => {
      stopping.abort()
      for (const each of waiting) letGo(each)
    },
  }
}

/** Keeps what was last seen of the workspaces, and asks for it again only where something was committed. */
function createLook(database: Pick<Database, 'query'>) {
  let seen = ''
  let known: ReadonlyMap<string, RecentChanges> = new Map()
  return {
    known: () => known,
    async again(workspaceIds: ReadonlySet<string>): Promise<ReadonlyMap<string, RecentChanges>> {
      const { snapshot, slot } = await readSnapshot(database)
      const isKnown = [...workspaceIds].every((id) => known.get(id)?.slot === slot)
      if (snapshot === seen && isKnown) return known
      // What is committed from here on has another snapshot than the one that was read before.
      const recent = new Map<string, RecentChanges>()
      for (const id of workspaceIds) recent.set(id, await countChanges(database, id))
      known = recent
      seen = snapshot
      return known
    },
    /** What is not looked at all the time may have been missed. */
    forget(): void {
      seen = ''
      known = new Map()
    },
  }
}

const toTag = ({ slot, count }: RecentChanges): string => `${slot}-${count}`

function hasChanged(recent: RecentChanges, tag: string | undefined): boolean {
  return tag !== toTag(recent) && tag !== `${recent.slot - slotSeconds}-${recent.countBefore}`
}

function tooMany(): ServiceError {
  const detail = `At most ${waitingOfSessionMax} requests of a session wait for changes.`
  return new ServiceError('quota_exceeded', detail, { headers: { 'Retry-After': '10' } })
}

/** Waits; keeps no process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
