import type { ClientOptions } from '../settings/client-options.ts'
import { type Runtime, runtimeKey } from '../transport/runtime.ts'

/**
 * A clock that only moves when told to, or when a client waits on it.
 *
 * @example const tomorrowMs = (time: FakeTime) => time.nowMs() + 86_400_000
 */
export interface FakeTime {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Lets time pass. */
  advance(ms: number): void
  /** Every wait so far, in order, in milliseconds. */
  readonly waitsMs: readonly number[]
}

/**
 * Makes a clock for tests, so that retries and quota waits take no time.
 *
 * @param startMs - where it starts; default 2027-01-01T00:00:00Z
 *
 * @example
 * ```ts
 * import { AffiliateClient } from '@affiliate-platform/sdk'
 * import { responses, createFakeService, createFakeTime, withFakeTime } from '@affiliate-platform/sdk/testing'
 *
 * const time = createFakeTime()
 * const service = createFakeService({ time })
 * const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, time))
 * service.script('listPayouts', responses.quotaExceeded(7))
 * await affiliate.payouts.listPage()
 * time.waitsMs // [7000]
 * ```
 */
export function createFakeTime(startMs = Date.UTC(2027, 0, 1)): FakeTime {
  let nowMs = startMs
  const waitsMs: number[] = []
  const time: FakeTime = {
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
    waitsMs,
  }
  waitsByTime.set(time, waitsMs)
  return time
}

const waitsByTime = new WeakMap<FakeTime, number[]>()

/**
 * The same options, with a client's clocks and waits taken from `time`. The timeout of a single request stays
 * real. For tests only.
 *
 * @example new AffiliateClient(withFakeTime(createFakeService().affiliateOptions, createFakeTime()))
 */
export function withFakeTime(options: ClientOptions, time: FakeTime): ClientOptions {
  const runtime: Runtime = {
    dateMs: () => time.nowMs(),
    tickMs: () => time.nowMs(),
    sleep: async (delayMs, signal) => {
      signal?.throwIfAborted()
      waitsByTime.get(time)?.push(delayMs)
      time.advance(delayMs)
    },
    random: () => 0.5,
  }
  return { ...options, [runtimeKey]: runtime } as ClientOptions
}
