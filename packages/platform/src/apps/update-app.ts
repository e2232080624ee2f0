import type { Queryable, Statement } from '../database/statements/database.ts'
import { type AppRecord, appColumns } from './store.ts'

/** What is to change of an app: an absent member stays, `null` takes the value away. */
export interface AppChanges {
  readonly name?: string | undefined
  readonly uninstallUrl?: string | null | undefined
  readonly clientId?: string | null | undefined
}

const updateStatement: Statement = {
  name: 'app_update',
  text: `
    update apps
    set name = coalesce($3, name),
        uninstall_url = case when $4::boolean then $5 else uninstall_url end,
        platform_client_id = case when $6::boolean then $7 else platform_client_id end
    where workspace_id = $1 and id = $2
    returning ${appColumns}`,
}

/** Changes an app. Returns it as it is then, or `undefined` when the workspace has no such app. */
export async function updateApp(
  database: Queryable,
  { workspaceId, id }: Pick<AppRecord, 'workspaceId' | 'id'>,
  { name, uninstallUrl, clientId }: AppChanges,
): Promise<AppRecord | undefined> {
  const [app] = await database.query<AppRecord>(updateStatement, [
    workspaceId,
    id,
    name ?? null,
    uninstallUrl !== undefined,
    uninstallUrl ?? null,
    clientId !== undefined,
    clientId ?? null,
  ])
  return app
}
