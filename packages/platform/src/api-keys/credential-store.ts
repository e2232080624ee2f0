import type { Credential } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeOfChangeSql, timeSql, toTimeValue } from '../database/statements/time.ts'
import type { ApiKeySummary } from './list-keys.ts'

/** A credential as it is stored, with the times that end it. */
export interface StoredCredential extends Credential {
  readonly expiresAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  /** Whether a minute and more has passed since its last use was noted. */
  readonly isUseStale: boolean
  /** The database's time at which it was read. */
  readonly readAtMs: number
}

interface CredentialRow
  extends Omit<StoredCredential, 'appId' | 'expiresAtMs' | 'revokedAtMs' | 'readAtMs'>,
    Pick<ApiKeySummary, 'appId' | 'expiresAt' | 'revokedAt'> {
  readonly hash: string
  readonly readAt: Date
}

/** @param time - the number of the parameter with a test's time */
const toSelect = (time: number): string => `
    select
      workspace_id as "workspaceId", id, lineage_id as "lineageId", kind, app_id as "appId", scopes,
      expires_at as "expiresAt", revoked_at as "revokedAt",
      coalesce(last_used_at <= ${timeSql(time)} - interval '1 minute', true) as "isUseStale", ${timeSql(time)} as "readAt",
      encode(key_hash, 'hex') as hash
    from api_keys`

const findByHash: Statement = {
  name: 'credential_find_by_hash',
  text: `${toSelect(2)}
    where key_hash = any ($1)`,
}

const findAtHome: Statement = {
  name: 'credential_find_at_home',
  text: `${toSelect(3)}
    where workspace_id = $1 and key_hash = $2`,
}

/**
 * Finds the credentials of API keys by the keys' hashes.
 *
 * @returns those that are there, by the hexadecimal hash
 */
export async function findCredentialsByHash(
  database: Queryable,
  keyHashes: readonly Uint8Array[],
  nowMs?: number,
): Promise<ReadonlyMap<string, StoredCredential>> {
  const rows = await database.query<CredentialRow>(findByHash, [keyHashes, toTimeValue(nowMs)])
  return new Map(rows.map((row) => [row.hash, toStoredCredential(row)]))
}

/** Finds the credential of a key whose workspace is known: on a cluster its node alone is asked (D418). */
export async function findCredentialAtHome(
  database: Queryable,
  { workspaceId, keyHash }: { readonly workspaceId: string; readonly keyHash: Uint8Array },
  nowMs?: number,
): Promise<StoredCredential | undefined> {
  const values = [workspaceId, keyHash, toTimeValue(nowMs)]
  const [row] = await database.query<CredentialRow>(findAtHome, values)
  return row && toStoredCredential(row)
}

function toStoredCredential(row: CredentialRow): StoredCredential {
  const { hash: _hash, appId, expiresAt, revokedAt, readAt, ...credential } = row
  return {
    ...credential,
    appId: appId ?? undefined,
    expiresAtMs: expiresAt?.getTime(),
    revokedAtMs: revokedAt?.getTime(),
    readAtMs: readAt.getTime(),
  }
}

const noteUsesStatement: Statement = {
  name: 'credential_note_uses',
  text: `
    update api_keys
    set last_used_at = ${timeOfChangeSql(3)}
    where workspace_id = $1 and id in (
      select id from api_keys
      where workspace_id = $1 and id = any($2)
        and (last_used_at is null or last_used_at <= ${timeOfChangeSql(3)} - interval '1 minute')
      -- Another process may be noting the same.
      for no key update skip locked
    )`,
}

/** Notes that keys of a workspace are in use, each at most once a minute. */
export async function noteCredentialUses(
  database: Queryable,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  nowMs?: number,
): Promise<void> {
  await database.query(noteUsesStatement, [workspaceId, ids, toTimeValue(nowMs)])
}
