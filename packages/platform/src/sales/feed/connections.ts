import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import { SaleFeedError } from './sale-feed-error.ts'

/** What an app is connected to. */
export interface SaleConnection {
  /** The number of the partner organization. */
  readonly organizationId: string
  /** The number of the app there. */
  readonly platformAppId: string
  readonly apiVersion: string
  /** Null where the token comes with each run. */
  readonly encryptedToken: Uint8Array | null
}

const saveStatement: Statement = {
  name: 'sales_save_connection',
  text: `
    insert into sale_connections
      (workspace_id, app_id, organization_id, platform_app_id, api_version, encrypted_token, actor)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (workspace_id, app_id) do update
    set organization_id = excluded.organization_id, platform_app_id = excluded.platform_app_id,
      api_version = excluded.api_version, encrypted_token = excluded.encrypted_token, actor = excluded.actor,
      updated_at = excluded.updated_at`,
}

const findStatement: Statement = {
  name: 'sales_find_connection',
  text: `
    select organization_id as "organizationId", platform_app_id as "platformAppId", api_version as "apiVersion",
      encrypted_token as "encryptedToken"
    from sale_connections
    where workspace_id = $1 and app_id = $2`,
}

const ensureFeedStatement: Statement = {
  name: 'sales_ensure_feed',
  text: `
    insert into sale_feeds (workspace_id, app_id)
    values ($1, $2)
    on conflict (workspace_id, app_id) do update
    set next_pass_at = excluded.next_pass_at, failures = 0, last_failure = null`,
}

/** Connects an app, in the place of what it was connected to before, and makes its next pass due. */
export async function saveConnection(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  { connection, actor }: { readonly connection: SaleConnection; readonly actor: string },
): Promise<void> {
  const { organizationId, platformAppId, apiVersion, encryptedToken } = connection
  const values = [organizationId, platformAppId, apiVersion, encryptedToken, actor]
  await tx.query(saveStatement, [workspaceId, appId, ...values])
  await tx.query(ensureFeedStatement, [workspaceId, appId])
}

/**
 * Reads what an app is connected to.
 *
 * @throws SaleFeedError where it is not connected
 */
export async function readConnection(
  database: Queryable,
  { workspaceId, appId }: AppScope,
): Promise<SaleConnection> {
  const [row] = await database.query<SaleConnection>(findStatement, [workspaceId, appId])
  if (row !== undefined) return row
  throw new SaleFeedError('not_connected', 'The app is not connected to the Partner API.')
}
