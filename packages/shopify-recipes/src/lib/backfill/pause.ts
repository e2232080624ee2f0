/** Pauses a page when a 429 asks for it, within a bound for the whole page. */
export interface Pause {
  /** Waits while the page is paused. */
  readonly pass: () => Promise<void>
  /** Pauses the page for the asked time; false when that would exceed the page's bound. */
  readonly ask: (ms: number) => boolean
}

// D40: within its own bound of 30 s for the page.
const pauseMsMax = 30_000
// What asks for less, or for nothing, is not asked again at once.
const pauseMsMin = 1000

/** Makes the pause of one page. Pauses that overlap count once. */
export function createPause(): Pause {
  let untilMs = 0
  let leftMs = pauseMsMax
  return {
    pass: async () => {
      for (let now = Date.now(); now < untilMs; now = Date.now()) {
        await new Promise((resolve) => setTimeout(resolve, untilMs - now))
      }
    },
    ask: (ms) => {
      const now = Date.now()
      const askedUntilMs = now + Math.max(ms, pauseMsMin)
      const addedMs = Math.max(0, askedUntilMs - Math.max(now, untilMs))
      if (addedMs > leftMs) return false
      leftMs -= addedMs
      untilMs = Math.max(untilMs, askedUntilMs)
      return true
    },
  }
}
