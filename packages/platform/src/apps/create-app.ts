import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AppRecord, appColumns } from './store.ts'

const insertStatement: Statement = {
  name: 'app_insert',
  text: `
    insert into apps as made (workspace_id, id, name, uninstall_url, platform_client_id, created_at)
    select workspace_id, $2, $3, $4, $5, date_trunc('milliseconds', now())
    from workspaces
    where workspace_id = $1
    returning ${appColumns}`,
}

/** Adds an app to a workspace. Returns it, or `undefined` when there is no such workspace. */
export async function createApp(
  database: Queryable,
  { workspaceId, name, uninstallUrl, clientId }: Omit<AppRecord, 'id' | 'slug' | 'listingUrl' | 'createdAt'>,
): Promise<AppRecord | undefined> {
  const values = [workspaceId, newId(), name, uninstallUrl, clientId]
  const [app] = await database.query<AppRecord>(insertStatement, values)
  return app
}
