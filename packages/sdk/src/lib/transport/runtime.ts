/** Time and chance, as the clients use them. Tests hand in their own, so that nothing sleeps. */
export interface Runtime {
  /** The wall clock, milliseconds since 1970. */
  dateMs(): number
  /** A clock that never goes back, in milliseconds. */
  tickMs(): number
  /** Waits at least so long, and rejects at once when the signal aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>
  /** A number from 0 up to, not including, 1. */
  random(): number
}

/**
 * The key under which tests hand a `Runtime` to a client's options. It is no public option: only the
 * `/testing` entry sets it.
 */
export const runtimeKey: unique symbol = Symbol('runtime')

/** The machine's own clocks and timers. */
export const systemRuntime: Runtime = {
  dateMs: () => Date.now(),
  tickMs: () => performance.now(),
  sleep: async (delayMs, signal) => {
    const dueAtMs = performance.now() + delayMs
    // A timer may fire up to a millisecond early, and holds 2^31 - 1 ms at most.
    for (let restMs = delayMs; restMs > 0; restMs = dueAtMs - performance.now()) {
      await waitForTimer(Math.min(Math.ceil(restMs), timerMsMax), signal)
    }
  },
  random: () => Math.random(),
}

/** The longest delay of a timer. */
export const timerMsMax = 2_147_483_647

function waitForTimer(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
