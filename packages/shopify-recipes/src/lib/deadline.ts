/** Work took longer than it may. The work's signal is aborted at the same moment. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  readonly code = 'timeout'
}

/**
 * Runs work within a time. It also ends for work that does not listen to its signal, such as a token refresh
 * inside a library.
 *
 * @throws DeadlineError when the time is over first
 */
export function runWithin<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeadlineError(`No end within ${timeoutMs} ms.`))
      controller.abort()
    }, timeoutMs)
    // A number outside Node. Inside, this timer alone must not keep a process alive.
    if (typeof timer === 'object') timer.unref()
    Promise.resolve(controller.signal)
      .then(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
