import { dayMs } from '@affiliate-platform/contract'

const recentDays = 3
const weeklyDays = 60

/** How far back a pass reads: over the last days, over two months, or over everything. */
export type PassKind = 'recent' | 'weekly' | 'all'

/** The times of recording between which a pass reads, both inclusive. */
export interface PassWindow {
  /** Undefined: from the beginning. */
  readonly createdAtMin: string | undefined
  readonly createdAtMax: string
}

/**
 * The window of a pass. Rows turn up late with older times, so each pass reads again what the last ones have seen:
 * three days before the watermark, once a week 60 days.
 *
 * @param watermark - the greatest `collectedAt` of a complete walk; null before the first
 * @param now - the time of the database
 */
export function buildPassWindow(pass: PassKind, watermark: string | null, now: Date): PassWindow {
  const createdAtMax = now.toISOString()
  if (pass === 'all' || watermark === null) return { createdAtMin: undefined, createdAtMax }
  const recentMs = Date.parse(watermark) - recentDays * dayMs
  // A weekly pass after a long silence still begins at the watermark: no gap stays.
  const minMs = pass === 'weekly' ? Math.min(recentMs, now.getTime() - weeklyDays * dayMs) : recentMs
  return { createdAtMin: new Date(minMs).toISOString(), createdAtMax }
}
