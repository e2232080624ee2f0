import { onTestFinished, vi } from 'vitest'

/** Puts the test on a fake clock. Everything that needs no timer still runs for real. */
export function useFakeClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.parse('2026-11-21T12:00:00Z'),
  })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Moves the fake clock on until the promise settles: from timer to timer, and only when everything else has come
 * to rest.
 *
 * @param stepMs - moves in steps of this length instead, for work that a timer must not overtake
 */
export async function runToEnd<Value>(promise: Promise<Value>, stepMs?: number): Promise<Value> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    await comeToRest()
    if (isSettled || vi.getTimerCount() === 0) continue
    if (stepMs === undefined) await vi.advanceTimersToNextTimerAsync()
    else await vi.advanceTimersByTimeAsync(stepMs)
  }
  return promise
}

/** Lets work on streams, files and Web Crypto come back, which takes turns of the event loop. */
async function comeToRest(): Promise<void> {
  const startedAtMs = performance.now()
  for (let turn = 0; turn < 20 || performance.now() - startedAtMs < 2; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
