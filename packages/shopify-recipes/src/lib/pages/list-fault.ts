import { toFault, toRecord } from '../fault.ts'

const messageCharactersMax = 300

// What an error of a database driver may quote of its own settings, and tokens that a row may hold.
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\/\/[^\s/]*@/g, '//…@'],
  [
    /\b(\w{0,40}(?:pass|pwd|secret|token|key)\w{0,40})(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    '$1$2…',
  ],
  [/\b(?:aff|shp[a-z]+)_\w+/g, '…'],
]

/**
 * Says why shops were not listed, without credentials. The error comes from the app's own database, whose message is the
 * only way to the cause.
 *
 * @param apiKey - the key of the route, which is never repeated
 */
export function toListWarning(thrown: unknown, apiKey: string): string {
  const { code } = toFault(thrown)
  return `The shops of a page were not listed (${code}): ${readMessage(thrown, apiKey)}`
}

function readMessage(thrown: unknown, apiKey: string): string {
  try {
    const { message } = toRecord(thrown)
    const text = String(message ?? thrown).replaceAll(apiKey, '…')
    const hidden = credentials.reduce((rest, [pattern, cover]) => rest.replaceAll(pattern, cover), text)
    return hidden.replaceAll(/\s+/g, ' ').trim().slice(0, messageCharactersMax)
  } catch {
    // Even looking at what was thrown may throw.
    return 'It says nothing.'
  }
}
