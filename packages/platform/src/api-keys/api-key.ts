import { hash, randomBytes } from 'node:crypto'
import { apiKeyChecksum, type CredentialKind } from '@affiliate-platform/contract'

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 33 base-62 digits hold 196 bits. */
const randomDigits = 33

/** The text of a new API key or setup code: `aff_<kind>_<random>_<checksum>`. It is shown once and kept nowhere. */
export function newApiKey(kind: CredentialKind): string {
  return toApiKey(kind, randomBytes(32))
}

/** The API key of a kind that 32 bytes of key material stand for. */
export function toApiKey(kind: CredentialKind, material: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(material).toString('hex')}`)
  let digits = ''
  for (let position = 0; position < randomDigits; position += 1) {
    digits += base62Digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  const body = `aff_${kind}_${digits}`
  return `${body}_${apiKeyChecksum(body)}`
}

/** What is stored of an API key. The key is random and long, so one plain hash is enough. */
export function hashApiKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer')
}

/** The part of an API key that may be shown later: its kind and its last four characters. */
export function apiKeyHint(apiKey: string): string {
  const kindEnd = apiKey.lastIndexOf('_', apiKey.lastIndexOf('_') - 1)
  return `${apiKey.slice(0, kindEnd)}_…${apiKey.slice(-4)}`
}
