import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** An app of a workspace. */
export interface AppRecord {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  /** Where the commerce platform is to announce uninstalls; https. */
  readonly uninstallUrl: string | null
  /** Its client id on the commerce platform: an access token of another app is rejected. */
  readonly clientId: string | null
  readonly createdAt: Date
}

/** What is to change of an app: an absent member stays, `null` takes the value away. */
export interface AppChanges {
  readonly name?: string | undefined
  readonly uninstallUrl?: string | null | undefined
  readonly clientId?: string | null | undefined
}

const columns = `
      id, workspace_id as "workspaceId", name, uninstall_url as "uninstallUrl", platform_client_id as "clientId",
      created_at as "createdAt"`

const insertStatement: Statement = {
  name: 'app_insert',
  text: `
    insert into apps (workspace_id, id, name, uninstall_url, platform_client_id, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

const updateStatement: Statement = {
  name: 'app_update',
  text: `
    update apps
    set name = coalesce($3, name),
        uninstall_url = case when $4::boolean then $5 else uninstall_url end,
        platform_client_id = case when $6::boolean then $7 else platform_client_id end
    where workspace_id = $1 and id = $2
    returning ${columns}`,
}

const listStatement: Statement = {
  name: 'app_list',
  text: `
    select ${columns}
    from apps
    where workspace_id = $1 and ($2::uuid is null or id > $2)
    order by id
    limit $3`,
}

/** Adds an app to a workspace. */
export async function insertApp(database: Queryable, app: AppRecord): Promise<void> {
  const { workspaceId, id, name, uninstallUrl, clientId, createdAt } = app
  await database.query(insertStatement, [workspaceId, id, name, uninstallUrl, clientId, createdAt])
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

/** Lists the apps of a workspace, oldest first. */
export async function listApps(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly AppRecord[]> {
  return await database.query<AppRecord>(listStatement, [workspaceId, after ?? null, limit])
}
