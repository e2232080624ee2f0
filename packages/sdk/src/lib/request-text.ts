/** A `Date` as RFC 3339 text, an invalid one as text that every check rejects; any other value as it is. */
export function toRequestText(value: unknown): unknown {
  if (!(value instanceof Date)) return value
  return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
}
