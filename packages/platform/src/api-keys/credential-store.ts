import type { ApiKeyKind, Scope } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/database.ts'
import { timeSql, toTimeValue } from '../database/time.ts'

/** A credential as it is stored, with the times that end it. */
export interface StoredCredential extends Credential {
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** The database's time at which it was read. */
  readonly readAtMs: number
}

interface CredentialRow {
  readonly workspace_id: string
  readonly id: string
  readonly lineage_id: string
  readonly kind: ApiKeyKind
  readonly app_id: string | null
  readonly scopes: readonly Scope[]
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly now: Date
}

const findByHash: Statement = {
  name: 'credential_find_by_hash',
  text: `
    select workspace_id, id, lineage_id, kind, app_id, scopes, expires_at, revoked_at, ${timeSql(2)} as now
    from api_keys
    where key_hash = $1`,
}

/** Finds the credential of an API key by the key's hash. */
export async function findCredentialByHash(
  database: Queryable,
  keyHash: Uint8Array,
  nowMs?: number,
): Promise<StoredCredential | undefined> {
  const [row] = await database.query<CredentialRow>(findByHash, [keyHash, toTimeValue(nowMs)])
  if (row === undefined) return undefined
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    lineageId: row.lineage_id,
    kind: row.kind,
    appId: row.app_id ?? undefined,
    scopes: row.scopes,
    expiresAtMs: row.expires_at?.getTime(),
    revokedAtMs: row.revoked_at?.getTime(),
    readAtMs: row.now.getTime(),
  }
}
