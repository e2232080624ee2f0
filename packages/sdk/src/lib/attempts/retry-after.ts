const httpDatePattern =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:[a-z]*, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT| [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/

const secondsPattern = /^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*$/

/**
 * How long a response asks to wait, in milliseconds.
 *
 * @param headers - the response's headers
 * @param dateMs - the local clock, for a response without a `Date`
 * @returns undefined when `Retry-After` is absent or malformed
 */
export function readRetryAfterMs(headers: Pick<Headers, 'get'>, dateMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (secondsPattern.test(text)) {
    // A header that was sent twice is one list: the longest wait is right for all of them.
    const seconds = Math.max(...text.split(',').map(Number))
    return Math.min(Math.ceil(seconds * 1000), Number.MAX_SAFE_INTEGER)
  }
  const atMs = parseHttpDate(text)
  if (atMs === undefined) return undefined
  // Both dates of the service's own clock: a local clock that is ahead would make us come back too early.
  const sentAtMs = parseHttpDate(headers.get('date') ?? '') ?? dateMs
  return Math.max(0, atMs - sentAtMs)
}

function parseHttpDate(text: string): number | undefined {
  if (!httpDatePattern.test(text)) return undefined
  // The asctime form names no zone, and would be taken for local time.
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(ms) ? undefined : ms
}
