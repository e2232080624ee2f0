import { setTimeout as wait } from 'node:timers/promises'

/** What the client waits by. It decides no money, so the process's own clock is good enough. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Rejects with the signal's reason when it aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
}
