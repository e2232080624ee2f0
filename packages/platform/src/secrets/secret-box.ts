import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const version = 1
const ivBytes = 12
const tagBytes = 16

export interface SecretBox {
  /** 32 bytes. */
  readonly secretKey: Uint8Array
  /** Whose secret it is: a row that is copied to another place decrypts to nothing there. */
  readonly context: string
}

/** Encrypts a secret for one place: a version, the IV, the tag, and what is encrypted. */
export function sealSecret(secret: string, { secretKey, context }: SecretBox): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, secretKey, iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Uint8Array.of(version), iv, cipher.getAuthTag(), encrypted])
}

/** Decrypts a secret; `undefined` where the key is another one, or the secret that of another place. */
export function openSecret(sealed: Uint8Array, { secretKey, context }: SecretBox): string | undefined {
  const tagAt = 1 + ivBytes
  const textAt = tagAt + tagBytes
  if (sealed[0] !== version || sealed.length < textAt) return undefined
  const decipher = createDecipheriv(algorithm, secretKey, sealed.subarray(1, tagAt))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(tagAt, textAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
