import { headerNames, limits } from '@affiliate-platform/contract'

/** A quota's verdict, as headers; `retryAfterS` is there when the request is refused. */
export interface QuotaVerdict {
  readonly headers: Readonly<Record<string, string>>
  readonly retryAfterS?: number
}

/**
 * Makes a quota: so many admitted requests per key in any 60 seconds. Refused requests do not count.
 *
 * @param requestsMax - per key and window
 * @param nowMs - the clock
 */
export function createFakeQuota(requestsMax: number, nowMs: () => number): (apiKey: string) => QuotaVerdict {
  const admittedByKey = new Map<string, number[]>()
  return (apiKey) => {
    const now = nowMs()
    const admitted = (admittedByKey.get(apiKey) ?? []).filter((at) => at > now - limits.quotaWindowMs)
    const isRefused = admitted.length >= requestsMax
    if (!isRefused) admitted.push(now)
    admittedByKey.set(apiKey, admitted)
    const resetS = Math.max(1, Math.ceil(((admitted[0] ?? now) + limits.quotaWindowMs - now) / 1000))
    const headers = {
      [headerNames.rateLimitPolicy]: `"default";q=${requestsMax};w=${limits.quotaWindowMs / 1000}`,
      [headerNames.rateLimit]: `"default";r=${requestsMax - admitted.length};t=${resetS}`,
    }
    return isRefused ? { headers, retryAfterS: resetS } : { headers }
  }
}
