/** Replaces secrets in any JSON value; what lies deeper than 20 levels is dropped. */
export type Redact = (value: unknown) => unknown

const depthMax = 20
const secretCharactersMin = 3

/**
 * Makes a function that replaces every occurrence of the given secrets, whatever their letter case: a service,
 * or a proxy before it, may echo what it was sent.
 *
 * @param secrets - texts to hide; absent ones and those under 3 characters are left out
 */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const patterns = secrets
    .map((secret) => secret?.trim() ?? '')
    .filter((secret) => secret.length >= secretCharactersMin)
    .flatMap(toSpellings)
    .map(escapePattern)
  if (patterns.length === 0) return (value) => redactValue(value, (text) => text, 0)
  const anySecret = new RegExp(patterns.join('|'), 'gi')
  return (value) => redactValue(value, (text) => text.replace(anySecret, '[redacted]'), 0)
}

function redactValue(value: unknown, redactText: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return '[dropped]'
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, redactText, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [redactText(key), redactValue(entry, redactText, depth + 1)]),
  )
}

// As it is, inside a URL, inside a query, and inside JSON that was itself written into a text.
const toSpellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  String(new URLSearchParams([['', secret]])).slice(1),
  JSON.stringify(secret).slice(1, -1),
]

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
