import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AppScope } from '@affiliate-platform/contract/server'

const algorithm = 'aes-256-gcm'
const version = 1
const ivBytes = 12
const tagBytes = 16

/** What a token is encrypted with. */
export interface TokenKey extends AppScope {
  /** 32 bytes. */
  readonly secretKey: Uint8Array
}

/** Encrypts a token for one app: a version, the IV, the tag, and what is encrypted. */
export function sealToken(token: string, key: TokenKey): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key.secretKey, iv).setAAD(toContext(key))
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([Uint8Array.of(version), iv, cipher.getAuthTag(), encrypted])
}

/** Decrypts a token; `undefined` where the key is another one, or the token another app's. */
export function openToken(sealed: Uint8Array, key: TokenKey): string | undefined {
  const tagAt = 1 + ivBytes
  const textAt = tagAt + tagBytes
  if (sealed[0] !== version || sealed.length < textAt) return undefined
  const decipher = createDecipheriv(algorithm, key.secretKey, sealed.subarray(1, tagAt))
    .setAAD(toContext(key))
    .setAuthTag(sealed.subarray(tagAt, textAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

// A row that is copied to another app's place decrypts to nothing there.
function toContext({ workspaceId, appId }: AppScope): Uint8Array {
  return Buffer.from(`partner token ${workspaceId} ${appId}`)
}
