import { headerNames } from '../lib/headers.ts'
import * as limits from '../lib/limits.ts'
import type { Caller } from './caller.ts'
import type { Headers } from './message.ts'
import { ServiceError } from './service-error.ts'

/** Whether a request is within its quota. */
export type Admission =
  | {
      readonly kind: 'admitted'
      /** Requests that are left in the window. */
      readonly remaining: number
      /** How long the oldest request still counts. */
      readonly resetMs: number
    }
  | {
      readonly kind: 'over_quota'
      /** Whoever waits so long is admitted. */
      readonly waitMs: number
    }

/** One request before its quota. */
export interface AdmissionRequest<Context> {
  readonly caller: Caller
  readonly context: Context
}

/** Admits requests so that no caller's lineage gets more than its limit in any window of 60 s. */
export interface Quota<Context> {
  /** Whether the caller is known to be over the quota without asking. */
  isClosed(caller: Caller): boolean
  /** Counts one request. A rejected one does not count. */
  admit(request: AdmissionRequest<Context>): Promise<Admission>
}

/** The headers that say what is left of the quota (D29). */
export function rateLimitHeaders(admission: Admission, requestsMax: number): Headers {
  const isAdmitted = admission.kind === 'admitted'
  const remaining = isAdmitted ? admission.remaining : 0
  const resetSeconds = toSeconds(isAdmitted ? admission.resetMs : admission.waitMs)
  return {
    [headerNames.rateLimitPolicy]: `"credential";q=${requestsMax};w=${limits.quotaWindowMs / 1000}`,
    [headerNames.rateLimit]: `"credential";r=${remaining};t=${resetSeconds}`,
  }
}

/** The error for a request over its quota. */
export function quotaExceeded(waitMs: number, requestsMax: number): ServiceError {
  const seconds = toSeconds(waitMs)
  return new ServiceError(
    'quota_exceeded',
    `At most ${requestsMax} requests per API key in any ${limits.quotaWindowMs / 1000} seconds. Wait ${seconds} s.`,
    { headers: { [headerNames.retryAfter]: String(seconds) } },
  )
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** Creates a quota whose windows live in this process. */
export function createMemoryQuota(nowMs: () => number): Quota<unknown> {
  const windows = new Map<string, readonly number[]>()
  return {
    isClosed: () => false,
    async admit({ caller: { lineageId, requestsMax } }) {
      const now = nowMs()
      const recent = (windows.get(lineageId) ?? []).filter((atMs) => atMs > now - limits.quotaWindowMs)
      const [oldest = now] = recent
      const resetMs = oldest + limits.quotaWindowMs - now
      if (recent.length >= requestsMax) return { kind: 'over_quota', waitMs: resetMs }
      windows.set(lineageId, [...recent, now])
      return { kind: 'admitted', remaining: requestsMax - recent.length - 1, resetMs }
    },
  }
}
