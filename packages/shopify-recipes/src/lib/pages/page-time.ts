/** The time of one page, and its pauses where a 429 asks for one. */
export interface PageTime {
  /** How long the page may still work. Not above 0 once it must respond. */
  readonly leftMs: () => number
  /** Waits while the page is paused. */
  readonly pass: () => Promise<void>
  /** Pauses the page for the asked time; false when it must respond before that is over. */
  readonly pause: (ms: number) => boolean
}

// D40: a page responds within 25 s. The last second is for the response itself.
const workMsMax = 24_000
// What asks for less, or for nothing, is not asked again at once.
const pauseMsMin = 1000

/** Starts the time of one page. Pauses that overlap count once. */
export function startPageTime(): PageTime {
  const endsAtMs = Date.now() + workMsMax
  let pausedUntilMs = 0
  return {
    leftMs: () => endsAtMs - Date.now(),
    pass: async () => {
      for (let now = Date.now(); now < pausedUntilMs; now = Date.now()) {
        await new Promise((resolve) => setTimeout(resolve, pausedUntilMs - now))
      }
    },
    pause: (ms) => {
      const untilMs = Date.now() + Math.max(ms, pauseMsMin)
      if (untilMs >= endsAtMs) return false
      pausedUntilMs = Math.max(pausedUntilMs, untilMs)
      return true
    },
  }
}
