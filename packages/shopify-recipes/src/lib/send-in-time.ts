import { toFault, toRecord } from './fault.ts'

// No connection was made: nobody can have accepted anything. The SDK has one code for it, another client the system's.
const unconnectedCodes = [
  'not_connected',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
const backoffBaseMs = 250

/**
 * Sends a call, and again within its time only where nothing can have been accepted (D67): no connection, 429, or 503
 * with `Retry-After`, as asked. Anything else is one attempt.
 */
export async function sendInTime<Receipt>(
  send: (signal: AbortSignal) => Promise<Receipt>,
  { signal, endsAtMs }: { readonly signal: AbortSignal; readonly endsAtMs: number },
): Promise<Receipt> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(signal)
    } catch (error) {
      const delayMs = findDelayMs(error, attempt)
      if (delayMs === undefined || Date.now() + delayMs >= endsAtMs) throw error
      await wait(delayMs, signal)
    }
  }
}

function findDelayMs(error: unknown, attempt: number): number | undefined {
  const { code, status } = toFault(error)
  const { retryAfterMs } = toRecord(error)
  const askedMs = typeof retryAfterMs === 'number' ? retryAfterMs : undefined
  const isUnconnected = status === null && unconnectedCodes.includes(code)
  if (!isUnconnected && status !== 429 && (status !== 503 || askedMs === undefined)) return undefined
  // Half jitter: shops that failed together do not come back together.
  return askedMs || backoffBaseMs * 2 ** attempt * (1 - Math.random() / 2)
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    // A number outside Node. Inside, this timer alone must not keep a process alive.
    if (typeof timer === 'object') timer.unref()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
