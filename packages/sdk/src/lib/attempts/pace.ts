import type { RateLimit } from '../errors/rate-limit.ts'
import type { Runtime } from '../transport/runtime.ts'

/** What a client remembers of its quota, so that iterating does not run into a 429. */
export interface Pace {
  note(rateLimit: RateLimit | undefined): void
  /** How long until the service admits the next request, in milliseconds; 0 when nothing is known. */
  waitMs(): number
}

export function createPace({ tickMs }: Runtime): Pace {
  let admittedAtMs = 0
  return {
    note: (rateLimit) => {
      if (rateLimit === undefined) return
      admittedAtMs = rateLimit.remaining > 0 ? 0 : tickMs() + rateLimit.resetMs
    },
    waitMs: () => Math.max(0, admittedAtMs - tickMs()),
  }
}
