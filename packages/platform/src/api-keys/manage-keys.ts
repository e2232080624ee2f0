import type { ApiKeyKind, KeyScope } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import { toDatabaseFault } from '../database/faults.ts'
import type { ListPage } from '../database/list-page.ts'
import { type ApiKeyPlan, insertApiKey, type NewApiKey } from './insert-api-key.ts'

/** An API key as a list shows it: never the key itself. */
export interface ApiKeySummary {
  readonly id: string
  readonly workspaceId: string
  readonly kind: ApiKeyKind
  readonly name: string
  readonly hint: string
  readonly appId: string | null
  readonly scopes: readonly KeyScope[]
  /** The same for a key and its successors. */
  readonly lineageId: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** To the minute; null: never. */
  readonly lastUsedAt: Date | null
}

const listStatement: Statement = {
  name: 'api_key_list',
  text: `
    select
      id, workspace_id as "workspaceId", kind, name, key_hint as hint, app_id as "appId", scopes,
      lineage_id as "lineageId", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      last_used_at as "lastUsedAt"
    from api_keys
    where ($1::uuid is null or workspace_id = $1) and ($2::uuid is null or id > $2)
    order by id
    limit $3`,
}

const revokeStatement: Statement = {
  name: 'api_key_revoke',
  text: `
    update api_keys set revoked_at = $2
    where id = $1 and revoked_at is null and ($3::uuid is null or workspace_id = $3)
    returning id`,
}

/**
 * Creates an API key.
 *
 * @returns its id and its text, which is kept nowhere; `undefined` when the workspace or its app does not exist
 */
export async function createApiKey(database: Queryable, plan: ApiKeyPlan): Promise<NewApiKey | undefined> {
  try {
    return await insertApiKey(database, plan)
  } catch (error) {
    if (toDatabaseFault(error) === 'constraint') return undefined
    throw error
  }
}

/** Lists the API keys of one workspace, or of all, oldest first. */
export async function listApiKeys(
  database: Queryable,
  workspaceId: string | undefined,
  { after, limit }: ListPage,
): Promise<readonly ApiKeySummary[]> {
  return await database.query<ApiKeySummary>(listStatement, [workspaceId ?? null, after ?? null, limit])
}

/** Ends an API key, of one workspace or of any. Returns whether there was one to end. */
export async function revokeApiKey(
  database: Queryable,
  { id, workspaceId }: { readonly id: string; readonly workspaceId?: string | undefined },
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(revokeStatement, [id, new Date(nowMs), workspaceId ?? null])
  return rows.length > 0
}
