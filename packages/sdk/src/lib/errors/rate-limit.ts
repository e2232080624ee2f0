import { headerNames } from '@affiliate-platform/contract'

/**
 * What is left of the key's quota, as a response says it.
 *
 * @example const isUsedUp = (rateLimit: RateLimit) => rateLimit.remaining === 0
 */
export interface RateLimit {
  /** Requests in one window; undefined when the response names no policy. */
  readonly limit: number | undefined
  /** Requests that are left now. */
  readonly remaining: number
  /** When more of them will be left, in milliseconds from the response on. */
  readonly resetMs: number
}

/**
 * Reads `RateLimit` and `RateLimit-Policy`, such as `"credential";r=117;t=42` and `"credential";q=120;w=60`.
 *
 * @returns the quota with the fewest requests left; undefined when the header is absent or malformed
 */
export function readRateLimit(headers: Pick<Headers, 'get'>): RateLimit | undefined {
  const text = headers.get(headerNames.rateLimit)
  if (text === null) return undefined
  const quotas = readItems(text).flatMap(({ name, r, t }) =>
    r === undefined || t === undefined ? [] : [{ name, remaining: r, resetMs: t * 1000 }],
  )
  const [tightest] = quotas.sort((a, b) => a.remaining - b.remaining)
  if (tightest === undefined) return undefined
  const { name, remaining, resetMs } = tightest
  const policies = readItems(headers.get(headerNames.rateLimitPolicy) ?? '')
  return { limit: policies.find((policy) => policy.name === name)?.q, remaining, resetMs }
}

interface Item {
  readonly name: string
  readonly r?: number
  readonly t?: number
  readonly q?: number
}

// A list of RFC 9651 as these headers use it: names in quotes, with whole numbers as parameters.
function readItems(text: string): readonly Item[] {
  return [...text.matchAll(/"([^"]*)"([^",]*)/g)].map(([, name = '', parameters = '']) => ({
    name,
    ...Object.fromEntries(
      [...parameters.matchAll(/; *([rtq])=(\d{1,9})(?![\d.])/g)].map(([, key, value]) => [
        key,
        Number(value),
      ]),
    ),
  }))
}
