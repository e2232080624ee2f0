import { limits } from '@affiliate-platform/contract'
import { buildPage, type PageFacts } from '../../lib/pages/build-page.ts'
import type { CommandIo } from '../io.ts'
import type { RunKind } from './run-kind.ts'
import { countShops, listPages, type RunState, type RunTotals, sumUp } from './state.ts'

/** Shows how a run comes along. */
export interface Progress {
  readonly show: (page: PageFacts, state: RunState, shopCount: number | undefined) => void
  /** Frees the terminal's line. */
  readonly end: () => void
}

const barCharacters = 20

/** A line that is rewritten for each page. */
export function createBar(io: CommandIo, kind: RunKind): Progress {
  const startedAtMs = io.now()
  let processed = 0
  return {
    show: (page, state, shopCount) => {
      processed += countShops(page)
      const rate = processed / Math.max(0.001, (io.now() - startedAtMs) / 1000)
      io.write(`\r\u001b[2K${formatBar({ state, kind, shopsPerSecond: rate }, shopCount)}`)
    },
    end: () => io.write('\r\u001b[2K'),
  }
}

/** One JSON line for each page, for a log or another program. */
export function createPageLines(io: CommandIo, kind: RunKind): Progress {
  return {
    show: (facts, state) => {
      const { next, ...page } = buildPage(facts)
      io.write(`${JSON.stringify({ type: 'page', ...page, totals: sumUp(state, kind) })}\n`)
    },
    end: () => undefined,
  }
}

interface BarFacts {
  readonly state: RunState
  readonly kind: RunKind
  readonly shopsPerSecond: number
}

function formatBar({ state, kind, shopsPerSecond }: BarFacts, shopCount: number | undefined): string {
  const totals = sumUp(state, kind)
  const { processed } = totals
  const pages = listPages(state).length
  const counts = [
    ...formatCounts(totals, kind).map(([label, count]) => `${label} ${count}`),
    `${shopsPerSecond.toFixed(1)} shops/s`,
  ].join(' · ')
  if (shopCount === undefined) return `page ${pages} · ${counts}`
  const filled = Math.round(barCharacters * Math.min(1, processed / Math.max(1, shopCount)))
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  const pageCount = Math.max(pages, Math.ceil(shopCount / limits.backfillPageShops))
  const leftSeconds = Math.max(0, shopCount - processed) / Math.max(0.001, shopsPerSecond)
  return `${bar} page ${pages}/${pageCount} · ${counts} · ETA ${formatTime(leftSeconds)}`
}

/** The counts of a run in the words of a person, those that failed last. */
export function formatCounts(totals: RunTotals, { counts }: RunKind): readonly (readonly [string, number])[] {
  const counted = Object.entries(counts).map(([name, label]) => [label, totals[name] ?? 0] as const)
  return [...counted, ['failed', totals.failed]]
}

function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} m ${whole % 60} s`
}
