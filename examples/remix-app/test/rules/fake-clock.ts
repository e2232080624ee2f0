import { onTestFinished, vi } from 'vitest'

/** Puts the test on a fake clock. Everything that needs no timer still runs for real. */
export function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Moves the fake clock on, timer by timer, until a promise settles. Resolves to how much time that took. */
export async function runToEnd(promise: Promise<unknown>): Promise<number> {
  const startedAtMs = Date.now()
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    await comeToRest()
    if (!isSettled && vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  }
  return Date.now() - startedAtMs
}

/** Lets work on streams, files and Web Crypto come back, which takes turns of the event loop. */
async function comeToRest(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
