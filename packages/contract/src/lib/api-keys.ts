import type { ConsoleScope } from './roles.ts'

/** The kinds of API key. They are not interchangeable (interface section 5 rule 4). */
export const apiKeyKinds = ['affiliate', 'workspace', 'mcp', 'install_bridge'] as const

/** A kind of API key. */
export type ApiKeyKind = (typeof apiKeyKinds)[number]

/** The kinds of what apps have: an API key, or a setup code, which is good for fetching one key (D265). */
export const credentialKinds = [...apiKeyKinds, 'setup'] as const

/**
 * A kind of what opens an operation. A browser has a sign-in link or a passkey, which are good for one session at a time,
 * and a session, which comes as a cookie: only a server reads those. A member has a link and a session of their own kinds.
 * An operator who sees the portal as a member has the session of an operator, and names the view. A visitor has nothing.
 */
export type CredentialKind =
  | (typeof credentialKinds)[number]
  | 'sign_in'
  | 'passkey'
  | 'session'
  | 'member_sign_in'
  | 'member_session'
  | 'member_view'
  | 'visitor'

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

const apiKeyPattern = new RegExp(`^aff_(${credentialKinds.join('|')})_[0-9A-Za-z]{32,64}_[0-9A-Za-z]{6}$`)

const checksumCharacters = 6
const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Reads the kind of an API key or setup code from its text, without asking anybody.
 *
 * @returns the kind, or `undefined` when the text is neither or its checksum is wrong
 */
export function apiKeyKind(apiKey: string): CredentialKind | undefined {
  const kind = apiKeyPattern.exec(apiKey)?.[1]
  const body = apiKey.slice(0, -checksumCharacters - 1)
  if (kind === undefined || !apiKey.endsWith(`_${apiKeyChecksum(body)}`)) return undefined
  return credentialKinds.find((known) => known === kind)
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
