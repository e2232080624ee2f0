/** A `Date` as RFC 3339 text, an invalid one as text that every check rejects; any other value as it is. */
export function toRequestText(value: unknown): unknown {
  if (!(value instanceof Date)) return value
  return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
}

/** Query parameters as they are sent; those that are undefined are not. */
export function toParameters(filters: object): [name: string, value: string][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(toRequestText(value))])
}
