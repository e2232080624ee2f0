import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from './api.ts'
import { CallError } from './send.ts'

/** The service responds in 50 s: what takes longer was lost on its way. */
const lostAfterMs = 70_000
const [pauseMinMs, pauseMaxMs] = [500, 10_000]
const quickMs = 1500
const lookMs = 1000
const endedPauseMs = 5000

/**
 * Keeps what is shown up to date, as long as the tab is seen.
 *
 * @returns since when the service cannot be reached; undefined while it can
 */
export function useLive(): Date | undefined {
  const queries = useQueryClient()
  const [awaySince, setAwaySince] = useState<Date>()
  useEffect(() => {
    const follow = createFollower(queries, setAwaySince)
    let round = new AbortController()
    const restart = () => {
      round.abort()
      round = new AbortController()
      if (!document.hidden) void follow(round.signal)
    }
    restart()
    document.addEventListener('visibilitychange', restart)
    for (const event of ['online', 'offline']) addEventListener(event, restart)
    return () => {
      round.abort()
      document.removeEventListener('visibilitychange', restart)
      for (const event of ['online', 'offline']) removeEventListener(event, restart)
    }
  }, [queries])
  return awaySince
}

/** Creates what waits for one change after the other until it is aborted, and goes on from there when it is called again. */
function createFollower(queries: QueryClient, tellAway: (since: Date | undefined) => void) {
  let tag: string | undefined
  let failures = 0
  let lostAt: Date | undefined
  let pauseMs = pauseMinMs

  // A preview stays as it was looked at: a run is frozen as it was seen.
  const isLive = ({ queryKey: [name] }: Query) => name !== 'preview'
  const readAnew = () => void queries.invalidateQueries({ predicate: isLive })
  const readFailed = () =>
    void queries.invalidateQueries({
      predicate: (query) => isLive(query) && query.state.status === 'error',
    })

  /** Waits for one change. Once that has failed it does not wait: first it has to be known that the service is there. */
  async function ask(signal: AbortSignal): Promise<void> {
    const change = await call('awaitChange', {
      query: tag === undefined || failures > 0 ? {} : { tag },
      signal: AbortSignal.any([signal, AbortSignal.timeout(lostAfterMs)]),
    })
    const hasChanged = failures === 0 ? change.hasChanged : failures > 1 || change.tag !== tag
    const wasLost = failures > 0
    tag = change.tag
    noteReached()
    if (hasChanged) readAnew()
    // What changed may have been heard of, and not been read any more.
    else if (wasLost) readFailed()
  }

  function noteReached(): void {
    failures = 0
    lostAt = undefined
    tellAway(undefined)
  }

  /** @returns how long to pause */
  function noteFailure(error: unknown): number {
    const code = error instanceof CallError ? error.code : undefined
    if (code === 'missing_credential') {
      // Somebody may sign in again in another window. What then has changed is not known.
      tag = undefined
      void queries.invalidateQueries({ queryKey: ['session'] })
      return endedPauseMs
    }
    if (code === 'quota_exceeded') {
      // More windows are open than may wait.
      noteReached()
      readAnew()
      return pauseMaxMs
    }
    failures += 1
    lostAt ??= new Date()
    // A proxy may have ended a wait: that once is no reason to say anything.
    if (failures > 1) tellAway(lostAt)
    return Math.min(failures * 1000, 5000)
  }

  return async (signal: AbortSignal): Promise<void> => {
    let restMs = 0
    while (!signal.aborted) {
      try {
        await rest(restMs, signal)
        const askedAtMs = Date.now()
        await ask(signal)
        // Where one change follows the other, such as in an import, what is shown is read ever more seldom.
        const isQuick = Date.now() - askedAtMs < quickMs
        pauseMs = isQuick ? Math.min(pauseMs * 2, pauseMaxMs) : pauseMinMs
        restMs = pauseMs
      } catch (error) {
        if (signal.aborted) return
        const waitMs = noteFailure(error)
        restMs = failures === 0 ? waitMs : 0
        if (failures > 0) await sleep(waitMs, signal)
      }
    }
  }
}

/** Waits, and looks each second whether the service is still there, which nothing else tells meanwhile. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= lookMs) {
    await sleep(Math.min(leftMs, lookMs), signal)
    if (leftMs <= lookMs || signal.aborted) return
    const page = await fetch('/console', { method: 'HEAD', signal }).catch(() => undefined)
    if (!page?.ok) throw new CallError('no_response', 'The service has gone.')
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
