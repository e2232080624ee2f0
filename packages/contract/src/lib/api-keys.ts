import type { ConsoleScope } from './roles.ts'

/** The kinds of API key. They are not interchangeable (interface section 5 rule 4). */
export const apiKeyKinds = ['affiliate', 'workspace', 'mcp', 'install_bridge'] as const

/** A kind of API key. */
export type ApiKeyKind = (typeof apiKeyKinds)[number]

/**
 * The kinds of what opens an operation: an API key; a setup code, which is good for fetching one key (D265); a sign-in
 * link, which is good for one session; and a session in a browser, which comes as a cookie.
 */
export const credentialKinds = [...apiKeyKinds, 'setup', 'sign_in', 'session'] as const

/** A kind of what opens an operation. */
export type CredentialKind = (typeof credentialKinds)[number]

/** The scopes of an affiliate API key (interface section 5 rule 2, D60). */
export const scopes = [
  'terms:write',
  'payouts:read',
  'programs:read',
  'memberships:read',
  'referrals:read',
  'commissions:read',
] as const

/** A scope of an affiliate API key. */
export type Scope = (typeof scopes)[number]

/** What an MCP key may be made for beside reading: to save terms, and to see the contacts of shops (D133). */
export const mcpScopes = ['terms:write', 'contacts:read'] as const

/** A scope of an API key of any kind. */
export type KeyScope = Scope | (typeof mcpScopes)[number]

/** A scope of whoever calls, by key or by session. */
export type CallerScope = KeyScope | ConsoleScope

const apiKeyPattern = /^aff_([a-z_]+)_[0-9A-Za-z]{32,64}_[0-9A-Za-z]{6}$/

const checksumCharacters = 6
const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Reads the kind of an API key, or of another credential, from its text, without asking anybody.
 *
 * @returns the kind as the text names it, which may be one of a later version; `undefined` for other text or where the
 *   checksum is wrong
 */
export function apiKeyKind(apiKey: string): string | undefined {
  const kind = apiKeyPattern.exec(apiKey)?.[1]
  const body = apiKey.slice(0, -checksumCharacters - 1)
  return kind && apiKey.endsWith(`_${apiKeyChecksum(body)}`) ? kind : undefined
}

/** The checksum of an API key's text before its last underscore: CRC-32 in six base-62 digits. */
export function apiKeyChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let position = 0; position < checksumCharacters; position += 1) {
    digits = base62Digits.charAt(rest % base62Digits.length) + digits
    rest = Math.floor(rest / base62Digits.length)
  }
  return digits
}

// Written out, because the SDK checks keys on runtimes that have no zlib. Keys are short: no table is needed.
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
