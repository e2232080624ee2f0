import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BackfillState, RunPage } from '../backfill.server.ts'
import type { action, loader } from '../routes/app.backfill.tsx'
import { findResumeOffset } from './backfill-summary.ts'

/** What a run goes through: every page, the pages with failures, or those that a run which was cut off has left. */
export interface BackfillRun {
  readonly scope: 'all' | 'failed' | 'rest'
  readonly isDryRun: boolean
}

/** A backfill that the page drives, page by page. */
export interface Backfill extends BackfillState {
  readonly fault: string | null
  readonly isRunning: boolean
  /** Whether this very page drives the run. */
  readonly isDriven: boolean
  readonly start: (run: BackfillRun) => void
  /** Ends the run after the page that is under way. */
  readonly stop: () => void
}

/** Drives the backfill from the browser. The server keeps the key and the results. */
export function useBackfill(loaded: BackfillState): Backfill {
  const fetcher = useFetcher<typeof action>()
  const { submit, data, state } = fetcher
  const [run, setRun] = useState<BackfillRun | null>(null)
  const handled = useRef(data)
  const isDriven = run !== null || state !== 'idle'
  const { pages, progress } = useLatest(loaded, data as BackfillState | undefined)

  const submitPage = useCallback(
    (offset: number, isDryRun: boolean) => {
      const fields = { offset: String(offset), dryRun: isDryRun ? '1' : '0' }
      submit(fields, { method: 'post', action: '/app/backfill' })
    },
    [submit],
  )

  useEffect(() => {
    if (run === null || state !== 'idle' || data === undefined || handled.current === data) return
    handled.current = data
    const next =
      data.fault === null ? findNextOffset(data.pages as readonly RunPage[], data.offset, run) : null
    if (next === null) setRun(null)
    else submitPage(next, run.isDryRun)
  }, [run, state, data, submitPage])

  return {
    pages,
    // While the page drives, what it shows are whole pages.
    progress: isDriven ? null : progress,
    fault: data?.fault ?? null,
    isRunning: isDriven || progress?.isRunning === true,
    isDriven,
    start: (wished) => {
      const first = findFirstOffset({ pages, progress }, wished)
      if (first === null) return
      setRun(wished)
      submitPage(first, wished.isDryRun)
    },
    stop: () => setRun(null),
  }
}

const intervalMs = 700

/** The latest that the server has said; while it is at a page that an earlier visit has begun, it is asked again. */
function useLatest(loaded: BackfillState, acted: BackfillState | undefined): BackfillState {
  const { data: watched, load } = useFetcher<typeof loader>()
  const [latest, setLatest] = useState(loaded)
  useEffect(() => {
    if (acted !== undefined) setLatest(acted)
  }, [acted])
  useEffect(() => {
    if (watched !== undefined) setLatest(watched as BackfillState)
  }, [watched])
  const isWatching = acted === undefined && latest.progress?.isRunning === true
  useEffect(() => {
    if (!isWatching) return
    const timer = setInterval(() => load('/app/backfill'), intervalMs)
    return () => clearInterval(timer)
  }, [isWatching, load])
  return latest
}

function findFirstOffset(state: BackfillState, { scope }: BackfillRun): number | null {
  if (scope === 'all') return 0
  return scope === 'failed' ? findFailed(state.pages, 0) : findResumeOffset(state)
}

function findNextOffset(pages: readonly RunPage[], offset: number, { scope }: BackfillRun): number | null {
  if (scope === 'failed') return findFailed(pages, offset + 1)
  return pages.find((page) => page.offset === offset)?.nextOffset ?? null
}

function findFailed(pages: readonly RunPage[], from: number): number | null {
  return pages.find((page) => page.offset >= from && page.retryOffset !== null)?.offset ?? null
}
