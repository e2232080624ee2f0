import type { ApiKeyKind, KeyScope } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

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

/** Lists the API keys of one workspace, or of all, oldest first. */
export async function listApiKeys(
  database: Queryable,
  workspaceId: string | undefined,
  { after, limit }: ListPage,
): Promise<readonly ApiKeySummary[]> {
  return await database.query<ApiKeySummary>(listStatement, [workspaceId ?? null, after ?? null, limit])
}
