import type { AppScope } from '@affiliate-platform/contract/server'
import { openSecret, type SecretBox, sealSecret } from '../../secrets/secret-box.ts'

export interface TokenKey extends AppScope, Pick<SecretBox, 'secretKey'> {}

/** Encrypts a token for one app. */
export function sealToken(token: string, key: TokenKey): Uint8Array {
  return sealSecret(token, toTokenBox(key))
}

/** Decrypts a token; `undefined` where the key is another one, or the token another app's. */
export function openToken(sealed: Uint8Array, key: TokenKey): string | undefined {
  return openSecret(sealed, toTokenBox(key))
}

/** Where the token of an app is encrypted. */
export function toTokenBox({ secretKey, workspaceId, appId }: TokenKey): SecretBox {
  return { secretKey, context: `partner token ${workspaceId} ${appId}` }
}
