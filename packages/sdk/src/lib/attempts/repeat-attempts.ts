import ky from 'ky'
import { isAffiliateError } from '../errors/error-guards.ts'
import type { AnyAffiliateError } from '../errors/errors.ts'

/** How often and how long to try, and what one attempt is. */
export interface Attempts<Value> {
  readonly url: string
  readonly method: string
  /** Further attempts after the first. */
  readonly retries: number
  /** For one attempt. */
  readonly timeoutMs: number
  /** For all of them, and the waits between. */
  readonly totalTimeoutMs: number
  /** Sends the request once, and rejects with our errors only, as soon as `stop` aborts: its time is over. */
  readonly attempt: (stop: AbortSignal) => Promise<Value>
  /** Decides on another attempt after a failed one, and waits until it is due. */
  readonly isRepeated: (error: AnyAffiliateError) => Promise<boolean>
}

/**
 * Makes attempts until one succeeds. It knows neither the headers nor the body of the request, because the errors of the
 * library below print what it knows.
 *
 * @throws what the last attempt threw; anything else when there was none
 */
export async function repeatAttempts<Value>(attempts: Attempts<Value>): Promise<Value> {
  const { url, method, attempt, isRepeated } = attempts
  let latest: Promise<Value> | undefined
  try {
    await ky(url, {
      method,
      timeout: attempts.timeoutMs,
      totalTimeout: attempts.totalTimeoutMs,
      retry: {
        limit: attempts.retries,
        methods: [method],
        delay: () => 0,
        shouldRetry: async () => await (latest as Promise<Value>).then(() => false, isRepeated),
      },
      fetch: async (timed) => {
        latest = attempt((timed as Request).signal)
        await latest
        return new Response()
      },
    })
  } catch (thrown) {
    // The library's own say that the time was over, and hold the request: how the attempt ended, the attempt knows.
    if (isAffiliateError(thrown) || latest === undefined) throw thrown
  }
  return await (latest as Promise<Value>)
}
