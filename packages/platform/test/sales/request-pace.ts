import type { Clock } from '../../src/sales/partner-api/clock.ts'
import { partnerRequestSpacingMs, type RequestPace } from '../../src/sales/partner-api/request-pace.ts'

/** Paces requests within one process, evenly as the database does for all of them. */
export function createRequestPace(clock: Clock): RequestPace {
  let nextAtMs = Number.NEGATIVE_INFINITY
  return {
    reserve: () => {
      const nowMs = clock.now()
      const atMs = Math.max(nowMs, nextAtMs)
      nextAtMs = atMs + partnerRequestSpacingMs
      return atMs - nowMs
    },
  }
}
