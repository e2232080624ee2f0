/** Says that the time of `runWithin` is over. */
export class OutOfTimeError extends Error {}

/** How long something may take, and what ends it earlier. */
export interface Deadline {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * Runs work that may never end. When the time is over or the caller aborts, the promise settles at once.
 *
 * @param stop - tells the work that nobody waits any longer
 * @throws OutOfTimeError, the reason of the caller's signal, or what the work throws
 */
export async function runWithin<Value>(
  { timeoutMs, signal }: Deadline,
  work: () => Promise<Value>,
  stop: () => void = () => undefined,
): Promise<Value> {
  signal?.throwIfAborted()
  let onAbort = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason)
    timer = setTimeout(() => reject(new OutOfTimeError()), timeoutMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  ended.catch(stop)
  try {
    return await Promise.race([work(), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
