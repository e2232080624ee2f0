import { limits } from '@affiliate-platform/contract'

/** The time of one page, and its pauses where a 429 asks for one. */
export interface PageTime {
  /** How long the page may still work. Not above 0 once it must respond. */
  readonly leftMs: () => number
  /** What one call gets: 10 s, and on a page of less than 20 s half of it. */
  readonly callMs: number
  /** Whether a call that is begun now gets all of its time. */
  readonly hasCall: () => boolean
  /** Waits while the page is paused. */
  readonly pass: () => Promise<void>
  /** Pauses the page for the asked time; false when no call would have its time after that. */
  readonly pause: (ms: number) => boolean
}

// D87: a page responds within 25 s. The last second is for the response itself.
const defaultWorkMs = 24_000
// What asks for less, or for nothing, is not asked again at once.
const pauseMsMin = 1000

/** Starts the time of one page. Pauses that overlap count once. */
export function startPageTime(workMs: number = defaultWorkMs): PageTime {
  const endsAtMs = Date.now() + workMs
  const callMs = Math.min(limits.backfillCallTimeoutMs, workMs / 2)
  const leftMs = () => endsAtMs - Date.now()
  let pausedUntilMs = 0
  return {
    leftMs,
    callMs,
    hasCall: () => leftMs() >= callMs,
    pass: async () => {
      for (let now = Date.now(); now < pausedUntilMs; now = Date.now()) {
        await new Promise((resolve) => setTimeout(resolve, pausedUntilMs - now))
      }
    },
    pause: (ms) => {
      const untilMs = Date.now() + Math.max(ms, pauseMsMin)
      if (untilMs + callMs >= endsAtMs) return false
      pausedUntilMs = Math.max(pausedUntilMs, untilMs)
      return true
    },
  }
}
