import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a program knows of an API key. */
export interface Credential {
  readonly workspaceId: string
  readonly id: string
  readonly lineageId: string
  readonly appId: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
}

/** A row of `api_keys`. */
export interface CredentialRow {
  readonly workspace_id: string
  readonly id: string
  readonly lineage_id: string
  readonly kind: string
  readonly app_id: string
  readonly scopes: readonly string[]
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const keyPattern = /^aff_affiliate_[0-9A-Za-z]{32,64}_[0-9A-Za-z]{6}$/
const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Reads an affiliate key with a right checksum from an `Authorization` header. */
export function readAffiliateKey(authorization: string | undefined): string | undefined {
  const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (apiKey === undefined || !keyPattern.test(apiKey)) return undefined
  return toChecksum(apiKey.slice(0, -7)) === apiKey.slice(-6) ? apiKey : undefined
}

function toChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let position = 0; position < 6; position += 1) {
    digits = base62Digits.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** What is stored of an API key. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

/** Reads a row of `api_keys`; `undefined` for a key that is no longer good. */
export function toCredential(row: CredentialRow | undefined, nowMs: number): Credential | undefined {
  if (row === undefined || row.kind !== 'affiliate') return undefined
  const credential = {
    workspaceId: row.workspace_id,
    id: row.id,
    lineageId: row.lineage_id,
    appId: row.app_id,
    scopes: row.scopes,
    expiresAtMs: row.expires_at?.getTime(),
    revokedAtMs: row.revoked_at?.getTime(),
  }
  return hasEnded(credential, nowMs) ? undefined : credential
}

/** Whether a credential may no longer be used. */
export function hasEnded({ expiresAtMs, revokedAtMs }: Credential, nowMs: number): boolean {
  return revokedAtMs !== undefined || (expiresAtMs !== undefined && expiresAtMs <= nowMs)
}
