import type { Database, Statement } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { type AppRecord, appColumns } from './store.ts'

/** What is to change of an app: an absent member stays, `null` takes the value away. */
export interface AppChanges {
  readonly name?: string | undefined
  readonly uninstallUrl?: string | null | undefined
  readonly clientId?: string | null | undefined
  readonly slug?: string | undefined
  readonly listingUrl?: string | undefined
}

const updateStatement: Statement = {
  name: 'app_update',
  text: `
    update apps
    set name = coalesce($3, name),
        uninstall_url = case when $4::boolean then $5 else uninstall_url end,
        platform_client_id = case when $6::boolean then $7 else platform_client_id end,
        slug = coalesce($8, slug),
        listing_url = coalesce($9, listing_url)
    where workspace_id = $1 and id = $2
    returning ${appColumns}`,
}

const leaveSlugStatement: Statement = {
  name: 'app_leave_slug',
  text: 'delete from app_slugs where owner_id = $1 and app_id = $2',
}

const takeSlugStatement: Statement = {
  name: 'app_take_slug',
  text: 'insert into app_slugs (owner_id, app_id, slug) values ($1, $2, $3)',
}

/**
 * Changes an app.
 *
 * @returns it as it is then; `slug_taken` where another app of the installation has the slug, `undefined` when the
 * workspace has no such app
 */
export async function updateApp(
  database: Database,
  { workspaceId, id }: Pick<AppRecord, 'workspaceId' | 'id'>,
  { name, uninstallUrl, clientId, slug, listingUrl }: AppChanges,
): Promise<AppRecord | 'slug_taken' | undefined> {
  const values = [
    workspaceId,
    id,
    name ?? null,
    uninstallUrl !== undefined,
    uninstallUrl ?? null,
    clientId !== undefined,
    clientId ?? null,
    slug ?? null,
    listingUrl ?? null,
  ]
  try {
    return await database.transaction(async (tx) => {
      const [app] = await tx.query<AppRecord>(updateStatement, values)
      if (app === undefined || slug === undefined) return app
      await tx.query(leaveSlugStatement, [workspaceId, id])
      await tx.query(takeSlugStatement, [workspaceId, id, slug])
      return app
    })
  } catch (error) {
    if (rejectingConstraint(error) === 'app_slugs_pkey') return 'slug_taken'
    throw error
  }
}
