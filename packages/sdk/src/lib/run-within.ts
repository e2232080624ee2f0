/** Says that the time of `runWithin` is over. */
export class OutOfTimeError extends Error {}

/** How long something may take, and what ends it earlier. */
export interface Deadline {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * Runs work that may never end. Its own signal aborts when the time is over or the caller aborts; whether it listens or
 * not, the promise settles then.
 *
 * @throws OutOfTimeError, the reason of the caller's signal, or what the work throws
 */
export async function runWithin<Value>(
  { timeoutMs, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = (reason: unknown) => controller.abort(reason)
  const onAbort = () => abort(signal?.reason)
  const timer = setTimeout(() => abort(new OutOfTimeError()), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
