import type { ApiKeyKind, KeyScope } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { timeSql, toTimeValue } from '../database/statements/time.ts'

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

const columns = `
      id, workspace_id as "workspaceId", kind, name, key_hint as hint, app_id as "appId", scopes,
      lineage_id as "lineageId", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      last_used_at as "lastUsedAt"`

/** An API key, and whether it works, works for a while beside its successor, or works no more. */
export interface ListedApiKey extends ApiKeySummary {
  readonly state: 'works' | 'replaced' | 'ended'
}

/** Whether a key has ended at the time that an SQL expression gives. */
const hasEndedSql = (now: string): string =>
  `(revoked_at is not null or coalesce(expires_at <= ${now}, false))`

/**
 * The state of a key: the one place that decides it.
 *
 * @param workspace - a parameter where there is one, so that one partition is read
 */
const stateSql = (now: string, workspace: string): string => `
      case
        when ${hasEndedSql(now)} then 'ended'
        when exists (
          select from api_keys later
          where later.workspace_id = ${workspace} and later.lineage_id = api_keys.lineage_id
            and later.id > api_keys.id and later.revoked_at is null
        ) then 'replaced'
        else 'works'
      end as state`

const listStatement: Statement = {
  name: 'api_key_list',
  text: `
    select
      ${columns.trim()},
      ${stateSql("date_trunc('milliseconds', now())", 'api_keys.workspace_id').trim()}
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
): Promise<readonly ListedApiKey[]> {
  return await database.query<ListedApiKey>(listStatement, [workspaceId ?? null, after ?? null, limit])
}

const listWorkingFirstStatement: Statement = {
  name: 'api_key_list_working_first',
  text: `
    select
      ${columns.trim()},
      ${stateSql(timeSql(2), '$1').trim()}
    from api_keys
    where workspace_id = $1
    order by ${hasEndedSql(timeSql(2))}, id desc
    limit $3`,
}

/**
 * Lists the API keys of a workspace: those that work before those that have ended, of each the newest first.
 *
 * @param nowMs - a test's time
 */
export async function listKeysWorkingFirst(
  database: Queryable,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
  nowMs?: number,
): Promise<readonly ListedApiKey[]> {
  return await database.query<ListedApiKey>(listWorkingFirstStatement, [
    workspaceId,
    toTimeValue(nowMs),
    limit,
  ])
}

const findStatement: Statement = {
  name: 'api_key_find',
  text: `select ${columns} from api_keys where workspace_id = $1 and id = $2`,
}

/** Finds an API key of the workspace, whether it works or has ended. */
export async function findApiKey(
  database: Queryable,
  { workspaceId, id }: Pick<ApiKeySummary, 'workspaceId' | 'id'>,
): Promise<ApiKeySummary | undefined> {
  const [key] = await database.query<ApiKeySummary>(findStatement, [workspaceId, id])
  return key
}
