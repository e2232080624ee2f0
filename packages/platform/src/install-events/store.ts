import type { Queryable, Statement } from '../database/statements/database.ts'

/** A shop installed or removed the app, or its account with the commerce platform was closed or opened again. */
export interface InstallEvent {
  /** `deactivated`: the shop's billing account was closed, which is no uninstall. */
  readonly kind: 'installed' | 'uninstalled' | 'deactivated' | 'reactivated'
  /** `*.myshopify.com`, lower case. */
  readonly shopDomain: string
  /** The shop's number on the commerce platform, where it is known. */
  readonly shopNumber: string | null
  /** RFC 3339. */
  readonly occurredAt: string
}

/** Whose events, and who says so. */
export interface InstallEventScope {
  readonly workspaceId: string
  readonly appId: string
  readonly actor: string
}

const insertStatement: Statement = {
  name: 'install_events_insert',
  text: `
    insert into install_events (workspace_id, app_id, actor, kind, shop_domain, shop_number, occurred_at)
    select $1, $2, $3, kind, "shopDomain", "shopNumber", date_trunc('milliseconds', "occurredAt")
    from jsonb_to_recordset($4)
      as event (kind text, "shopDomain" text, "shopNumber" text, "occurredAt" timestamptz)
    on conflict do nothing
    returning 1`,
}

const findFirstStatement: Statement = {
  name: 'install_events_find_first',
  text: `
    select min(occurred_at) as "installedAt"
    from install_events
    where workspace_id = $1 and app_id = $2 and shop_domain = $3 and kind = 'installed'`,
}

/**
 * Adds events. One of the same app, shop, kind and time is known and not added again.
 *
 * @returns how many were new
 */
export async function insertInstallEvents(
  database: Queryable,
  { workspaceId, appId, actor }: InstallEventScope,
  events: readonly InstallEvent[],
): Promise<number> {
  const inserted = await database.query(insertStatement, [workspaceId, appId, actor, JSON.stringify(events)])
  return inserted.length
}

/** When a shop installed the app for the first time, as far as is known (D53). */
export async function findFirstInstallMs(
  database: Queryable,
  { workspaceId, appId, shopDomain }: Omit<InstallEventScope, 'actor'> & { readonly shopDomain: string },
): Promise<number | undefined> {
  const values = [workspaceId, appId, shopDomain]
  const [row] = await database.query<{ installedAt: Date | null }>(findFirstStatement, values)
  return row?.installedAt?.getTime()
}
