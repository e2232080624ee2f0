import { limits } from '@affiliate-platform/contract'
import type { BackfillPage } from '../../lib/backfill/backfill-options.ts'
import type { CommandIo } from '../io.ts'
import { type BackfillState, listPages, sumUp } from './state.ts'

/** Shows how a run comes along. */
export interface Progress {
  readonly show: (page: BackfillPage, state: BackfillState, shopCount: number | undefined) => void
  /** Frees the terminal's line. */
  readonly end: () => void
}

const barCharacters = 20

/** A line that is rewritten for each page. */
export function createBar(io: CommandIo): Progress {
  const startedAtMs = io.now()
  let processed = 0
  return {
    show: (page, state, shopCount) => {
      processed += page.processed
      const rate = processed / Math.max(0.001, (io.now() - startedAtMs) / 1000)
      io.write(`\r\u001b[2K${formatBar(state, rate, shopCount)}`)
    },
    end: () => io.write('\r\u001b[2K'),
  }
}

/** One JSON line for each page, for a log or another program. */
export function createPageLines(io: CommandIo): Progress {
  return {
    show: ({ next, ...page }, state) => {
      io.write(`${JSON.stringify({ type: 'page', ...page, totals: sumUp(state) })}\n`)
    },
    end: () => undefined,
  }
}

function formatBar(state: BackfillState, shopsPerSecond: number, shopCount: number | undefined): string {
  const { processed, sent, skipped, failed } = sumUp(state)
  const pages = listPages(state).length
  const counts = `sent ${sent} · skipped ${skipped} · failed ${failed} · ${shopsPerSecond.toFixed(1)} shops/s`
  if (shopCount === undefined) return `page ${pages} · ${counts}`
  const filled = Math.round(barCharacters * Math.min(1, processed / Math.max(1, shopCount)))
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  const pageCount = Math.max(pages, Math.ceil(shopCount / limits.backfillPageShops))
  const leftSeconds = Math.max(0, shopCount - processed) / Math.max(0.001, shopsPerSecond)
  return `${bar} page ${pages}/${pageCount} · ${counts} · ETA ${formatTime(leftSeconds)}`
}

function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} m ${whole % 60} s`
}
