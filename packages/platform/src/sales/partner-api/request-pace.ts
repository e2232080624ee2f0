import type { Clock } from './clock.ts'

/** Spaces the requests of one token. Every process that uses the token must share one, or its state. */
export interface RequestPace {
  /** Claims the next free place, and says how many milliseconds away it is. */
  readonly reserve: () => number | Promise<number>
}

/** Four a second, as the Partner API allows one client. */
export const partnerRequestSpacingMs = 250

/**
 * Paces requests within one process. Even spacing keeps every second, wherever it begins, to the limit; a bucket would
 * let twice as many through at the turn of one.
 */
export function createRequestPace(clock: Clock, spacingMs = partnerRequestSpacingMs): RequestPace {
  let nextAtMs = Number.NEGATIVE_INFINITY
  return {
    reserve: () => {
      const nowMs = clock.now()
      const atMs = Math.max(nowMs, nextAtMs)
      nextAtMs = atMs + spacingMs
      return atMs - nowMs
    },
  }
}
