import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RunPage } from '../backfill.server.ts'
import type { action } from '../routes/app.backfill.tsx'

/** What a run goes through: every page, or the pages with failures. */
export interface BackfillRun {
  readonly scope: 'all' | 'failed'
  readonly isDryRun: boolean
}

/** A backfill that the page drives, page by page. */
export interface Backfill {
  readonly pages: readonly RunPage[]
  readonly fault: string | null
  readonly isRunning: boolean
  readonly start: (run: BackfillRun) => void
  /** Ends the run after the page that is under way. */
  readonly stop: () => void
}

/** Drives the backfill from the browser. The server keeps the key and the results. */
export function useBackfill(loaded: readonly RunPage[]): Backfill {
  const fetcher = useFetcher<typeof action>()
  const { submit, data, state } = fetcher
  const [run, setRun] = useState<BackfillRun | null>(null)
  const handled = useRef(data)
  const pages = (data?.pages ?? loaded) as readonly RunPage[]

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
    fault: data?.fault ?? null,
    isRunning: run !== null || state !== 'idle',
    start: (wished) => {
      const first = wished.scope === 'all' ? 0 : findFailed(pages, 0)
      if (first === null) return
      setRun(wished)
      submitPage(first, wished.isDryRun)
    },
    stop: () => setRun(null),
  }
}

function findNextOffset(pages: readonly RunPage[], offset: number, { scope }: BackfillRun): number | null {
  if (scope === 'failed') return findFailed(pages, offset + 1)
  return pages.find((page) => page.offset === offset)?.nextOffset ?? null
}

function findFailed(pages: readonly RunPage[], from: number): number | null {
  return pages.find((page) => page.offset >= from && page.retryOffset !== null)?.offset ?? null
}
