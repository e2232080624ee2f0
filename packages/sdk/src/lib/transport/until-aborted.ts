/** Does work that may never end: the promise settles with it, or rejects as soon as one of the signals aborts. */
export async function untilAborted<Value>(
  signals: readonly (AbortSignal | undefined)[],
  work: () => Promise<Value>,
): Promise<Value> {
  for (const signal of signals) signal?.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = reject
  })
  for (const signal of signals) signal?.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work(), aborted])
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort)
  }
}
