import { ConfigurationError } from '../errors/errors.ts'
import type { RequestHeaders } from './client-options.ts'

// What the client itself sends, and what belongs to the connection.
const reserved =
  /^(?:authorization|accept|content-(?:type|length|encoding)|host|idempotency-key|user-agent|connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
const namePattern = /^[\w!#$%&'*+.^`|~-]+$/
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Checks headers of the caller.
 *
 * @throws ConfigurationError for a header that the client itself sends, or that cannot be sent
 */
export function checkHeaders(headers: RequestHeaders = {}): Readonly<Record<string, string>> {
  const given = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  const entries = given.filter((entry): entry is [string, string] => entry[1] !== undefined)
  for (const [name, value] of entries) {
    if (reserved.test(name)) throw reject(`The header ${name} is set by the client itself.`)
    // Neither is shown: who confuses them has put a secret in the wrong place.
    if (!namePattern.test(name) || typeof value !== 'string' || !valuePattern.test(value))
      throw reject('The option headers needs valid HTTP names and values.')
  }
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

const reject = (message: string) => new ConfigurationError({ code: 'invalid_option', message })
