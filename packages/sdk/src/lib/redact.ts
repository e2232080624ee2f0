/** Replaces secrets in any JSON value; what lies deeper than 20 levels is dropped. */
export type Redact = (value: unknown) => unknown

const depthMax = 20
const secretCharactersMin = 3

/**
 * Makes a function that replaces every occurrence of the given secrets, however they are spelled: a service, or
 * a proxy before it, may echo what it was sent.
 *
 * @param secrets - texts to hide; absent ones and those under 3 characters are left out
 */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  let anySecret: RegExp | undefined
  const redactText = (text: string): string => {
    // Compiled when first needed: most calls end well, with nothing to hide.
    anySecret ??= compileSecrets(secrets)
    return text.replace(anySecret, '[redacted]')
  }
  return (value) => redactValue(value, redactText, 0)
}

function compileSecrets(secrets: readonly (string | undefined)[]): RegExp {
  const patterns = secrets
    .map((secret) => secret?.trim() ?? '')
    .filter((secret) => secret.length >= secretCharactersMin)
    .map((secret) => Array.from(secret, toPattern).join(''))
  // Without any secret: what matches nothing at all.
  return new RegExp(patterns.join('|') || '(?!)', 'gi')
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

// Matches a character as it is, and as a URL, a query, JSON inside a text, or HTML may write it. Each for itself,
// because every echo escapes other characters.
function toPattern(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character
  const inQuery = String(new URLSearchParams([['', character]])).slice(1)
  const spellings = [character, inQuery, inQuery.replace('+', '%20'), ...toJsonEscapes(character)]
  const codePoint = character.codePointAt(0) ?? 0
  const inHtml = `&(?:[a-z]{2,31}|#0{0,6}${codePoint}|#x0{0,6}${codePoint.toString(16)});`
  // JSON inside JSON doubles its backslashes. The bound keeps the search linear.
  return `\\\\{0,3}(?:${spellings.map(escapePattern).join('|')}|${inHtml})`
}

const toJsonEscapes = (character: string): readonly string[] => [
  JSON.stringify(character).slice(1, -1),
  character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
]

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
