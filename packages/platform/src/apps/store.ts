import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** An app of a workspace. */
export interface AppRecord {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  /** Where the commerce platform is to announce uninstalls; https. */
  readonly uninstallUrl: string | null
  /** Its client id on the commerce platform: an access token of another app is rejected. */
  readonly clientId: string | null
  /** The app in the addresses of its members' links, `/r/<slug>/<code>`; no other app of the installation has it. */
  readonly slug: string | null
  /** Where those links lead to; https, with `{code}` where the member's code goes. */
  readonly listingUrl: string | null
  readonly createdAt: Date
}

/** What identification needs to know of an app. */
export interface IdentifyingApp {
  readonly id: string
  /** Its client id on the commerce platform. */
  readonly clientId: string | undefined
  readonly uninstallUrl: string | undefined
}

/** What is read of an app, as SQL. */
export const appColumns = `
      id, workspace_id as "workspaceId", name, uninstall_url as "uninstallUrl", platform_client_id as "clientId",
      slug, listing_url as "listingUrl", created_at as "createdAt"`

const findStatement: Statement = {
  name: 'app_find',
  text: `
    select id, platform_client_id as "clientId", uninstall_url as "uninstallUrl"
    from apps
    where workspace_id = $1 and id = $2`,
}

const listStatement: Statement = {
  name: 'app_list',
  text: `
    select ${appColumns}
    from apps
    where workspace_id = $1 and ($2::uuid is null or id > $2)
    order by id
    limit $3`,
}

/** Lists the apps of a workspace, oldest first. */
export async function listApps(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly AppRecord[]> {
  return await database.query<AppRecord>(listStatement, [workspaceId, after ?? null, limit])
}

/** Finds an app of the workspace. */
export async function findApp(
  database: Queryable,
  workspaceId: string,
  appId: string,
): Promise<IdentifyingApp | undefined> {
  const [app] = await database.query<Pick<AppRecord, keyof IdentifyingApp>>(findStatement, [
    workspaceId,
    appId,
  ])
  return (
    app && { id: app.id, clientId: app.clientId ?? undefined, uninstallUrl: app.uninstallUrl ?? undefined }
  )
}
