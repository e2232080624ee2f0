/** Takes secrets out of what a server sent: a service, or a proxy before it, may echo what it was given. */
export interface Redact {
  /** Any JSON value; what lies deeper than 20 levels is dropped. */
  value(value: unknown): unknown
  /** A code, a pointer, the name of a member or parameter, an id; what only stands in its place is a line. */
  name(text: string): string
  /** A text that is printed: it holds no control characters either. */
  line(text: string): string
}

const depthMax = 20
const secretCharactersMin = 3
const replacement = '[redacted]'

/**
 * Makes the functions that replace every occurrence of the given secrets, however they are spelled.
 *
 * @param credentials - keys and tokens: taken out everywhere
 * @param texts - what was searched for or identifies a person: left alone inside a name, where three letters of it
 *   would change an error's code. Absent texts and those under 3 characters are left out.
 */
export function createRedact(
  credentials: readonly (string | undefined)[],
  texts: readonly (string | undefined)[] = [],
): Redact {
  const replaceCredentials = createReplace(credentials)
  const replaceAll = texts.length === 0 ? replaceCredentials : createReplace([...credentials, ...texts])
  // Twice: a control character in the middle of a secret hides it from the first look.
  const line = (text: string) => replaceAll(replaceAll(text).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
  const name = (text: string) => (isName(text) ? replaceCredentials(text) : line(text))
  return { line, name, value: (value) => redactValue(value, { name, text: replaceAll }, 0) }
}

const codePattern = /^[a-z]{2,40}(?:_(?:[a-z]{1,40}|\d{1,3})){0,8}$/
const memberPattern = /^(?:[a-z][A-Za-z]{0,39}|\d{1,4}|\*)$/
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

// By its form, and not by a list: a later service has further codes and members.
const isName = (text: string): boolean =>
  codePattern.test(text) ||
  uuidPattern.test(text) ||
  (text.length < 200 &&
    text
      .replace('/', '')
      .split('/')
      .every((member) => memberPattern.test(member)))

function createReplace(secrets: readonly (string | undefined)[]): (text: string) => string {
  let anySecret: RegExp | undefined
  return (text) => {
    // Compiled when first needed: most calls end well, with nothing to hide.
    anySecret ??= compileSecrets(secrets)
    return text.replace(anySecret, replacement)
  }
}

function compileSecrets(secrets: readonly (string | undefined)[]): RegExp {
  const patterns = secrets
    .map((secret) => secret?.trim() ?? '')
    .filter((secret) => secret.length >= secretCharactersMin)
    .map((secret) => Array.from(secret, toPattern).join(''))
  // Without any secret: what matches nothing at all.
  return new RegExp(patterns.join('|') || '(?!)', 'gi')
}

type RedactTexts = Pick<Redact, 'name'> & { readonly text: (text: string) => string }

const nameMembers: readonly string[] = ['code', 'pointer', 'parameter', 'requestId']

function redactValue(value: unknown, redact: RedactTexts, depth: number): unknown {
  if (typeof value === 'string') return redact.text(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return '[dropped]'
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, redact, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      redact.name(key),
      nameMembers.includes(key) && typeof entry === 'string'
        ? redact.name(entry)
        : redactValue(entry, redact, depth + 1),
    ]),
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
