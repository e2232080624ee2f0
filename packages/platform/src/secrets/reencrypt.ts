import { openSecret, type SecretBox, sealSecret } from './secret-box.ts'

/** The keys of a change, 32 bytes each. */
export interface KeyChange {
  readonly oldKey: Uint8Array
  readonly newKey: Uint8Array
  /** Whether nothing is written. */
  readonly isDryRun: boolean
}

/** What became of a stored secret: `unreadable` ones are under neither key, and stay as they are. */
export interface Reencryption {
  readonly outcome: 'encrypted' | 'current' | 'unreadable'
}

/** Encrypts a secret under a new key: `resealed` is what is to be stored, if anything is. What is under it already stays. */
export function reencrypt(
  sealed: Uint8Array,
  toBox: (secretKey: Uint8Array) => SecretBox,
  { oldKey, newKey, isDryRun }: KeyChange,
): Reencryption & { readonly resealed?: Uint8Array } {
  if (openSecret(sealed, toBox(newKey)) !== undefined) return { outcome: 'current' }
  const secret = openSecret(sealed, toBox(oldKey))
  if (secret === undefined) return { outcome: 'unreadable' }
  if (isDryRun) return { outcome: 'encrypted' }
  return { outcome: 'encrypted', resealed: sealSecret(secret, toBox(newKey)) }
}
