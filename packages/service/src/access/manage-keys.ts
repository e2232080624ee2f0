import type { ApiKeyKind, Scope } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import { toDatabaseFault } from '../database/faults.ts'
import { apiKeyHint, hashApiKey, newApiKey } from './api-key.ts'
import { newId } from './new-id.ts'

/** What a new API key is to be. */
export interface ApiKeyPlan {
  readonly kind: ApiKeyKind
  readonly workspaceId: string
  /** The app of an affiliate key. */
  readonly appId: string | undefined
  readonly scopes: readonly Scope[]
  readonly name: string
  readonly expiresAtMs: number | undefined
  readonly nowMs: number
}

/** An API key as a list shows it: never the key itself. */
export interface ApiKeySummary extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly workspaceId: string
  readonly kind: ApiKeyKind
  readonly name: string
  readonly hint: string
  readonly appId: string | null
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

interface ApiKeyRow {
  readonly id: string
  readonly workspace_id: string
  readonly kind: ApiKeyKind
  readonly name: string
  readonly key_hint: string
  readonly app_id: string | null
  readonly scopes: readonly Scope[]
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const insertStatement: Statement = {
  name: 'api_key_insert',
  text: `
    insert into api_keys
      (workspace_id, id, lineage_id, kind, app_id, scopes, name, key_hash, key_hint, created_at, expires_at)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

const listStatement: Statement = {
  name: 'api_key_list',
  text: `
    select id, workspace_id, kind, name, key_hint, app_id, scopes, created_at, expires_at, revoked_at
    from api_keys
    where $1::uuid is null or workspace_id = $1
    order by workspace_id, id`,
}

const revokeStatement: Statement = {
  name: 'api_key_revoke',
  text: 'update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id',
}

/**
 * Creates an API key.
 *
 * @returns its id and its text, which is kept nowhere; `undefined` when the workspace or its app does not exist
 */
export async function createApiKey(
  database: Queryable,
  plan: ApiKeyPlan,
): Promise<{ readonly id: string; readonly apiKey: string } | undefined> {
  const id = newId()
  const apiKey = newApiKey(plan.kind)
  try {
    await database.query(insertStatement, [
      plan.workspaceId,
      id,
      plan.kind,
      plan.appId ?? null,
      plan.scopes,
      plan.name,
      hashApiKey(apiKey),
      apiKeyHint(apiKey),
      new Date(plan.nowMs),
      plan.expiresAtMs === undefined ? null : new Date(plan.expiresAtMs),
    ])
  } catch (error) {
    if (toDatabaseFault(error) === 'constraint') return undefined
    throw error
  }
  return { id, apiKey }
}

/** Lists the API keys of one workspace, or of all. */
export async function listApiKeys(
  database: Queryable,
  workspaceId: string | undefined,
): Promise<readonly ApiKeySummary[]> {
  const rows = await database.query<ApiKeyRow>(listStatement, [workspaceId ?? null])
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    name: row.name,
    hint: row.key_hint,
    appId: row.app_id,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }))
}

/** Ends an API key. Returns whether there was one to end. */
export async function revokeApiKey(database: Queryable, id: string, nowMs: number): Promise<boolean> {
  const rows = await database.query(revokeStatement, [id, new Date(nowMs)])
  return rows.length > 0
}
