import { loadCrypto } from '../load-crypto.ts'

const signaturePattern = /^[A-Za-z0-9+/]{43}=$/

/**
 * Verifies a webhook's signature (interface 5 rule 7): HMAC-SHA256 over the raw bytes, in base64.
 *
 * Every secret is tried, also after one has matched, and Web Crypto compares in constant time: how long this
 * takes tells nothing about the signature or the secrets.
 *
 * @param secrets - the app's client secrets; more than one while a secret is being rotated
 */
export async function verifyHmac(
  body: Uint8Array<ArrayBuffer>,
  signature: string,
  secrets: readonly string[],
): Promise<boolean> {
  if (!signaturePattern.test(signature)) return false
  const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
  const matches = await Promise.all(secrets.map((secret) => verifyWith(secret, bytes, body)))
  return matches.includes(true)
}

async function verifyWith(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  body: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  const { subtle } = await loadCrypto()
  const key = await subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return subtle.verify(algorithm, key, signature, body)
}
