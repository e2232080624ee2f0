import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import type { InstallEvent, InstallSource } from './install-event.ts'
import { type Installation, mergeInstalls, type ReportedEvent } from './merge-installs.ts'

/** Whose events, and who says so. */
export interface InstallEventScope {
  readonly workspaceId: string
  readonly appId: string
  readonly source: InstallSource
  readonly actor: string
}

// What lies ahead is now, and is known again by what was told. Here and below each event looks its
// own shop up: as a join it would read all of the app, as long as nothing was analyzed.
const insertStatement: Statement = {
  name: 'install_events_insert',
  text: `
    insert into install_events (workspace_id, app_id, source, actor, kind, shop_domain, shop_number, occurred_at, told_at)
    select $1, $2, $3, $4, event.kind, event."shopDomain", event."shopNumber",
      least(date_trunc('milliseconds', event."occurredAt"), date_trunc('milliseconds', now())),
      case when event."occurredAt" > now() then date_trunc('milliseconds', event."occurredAt") end
    from jsonb_to_recordset($5)
      as event (kind text, "shopDomain" text, "shopNumber" text, "occurredAt" timestamptz)
    where (
      select true from install_events known
      where known.workspace_id = $1 and known.app_id = $2 and known.shop_domain = event."shopDomain"
        and known.kind = event.kind and known.source = $3
        and known.told_at = date_trunc('milliseconds', event."occurredAt")
      limit 1
    ) is null
    on conflict do nothing
    returning 1`,
}

// Who brought a shop is decided anew where somebody may have.
const queueStatement: Statement = {
  name: 'install_events_queue',
  text: `
    insert into attribution_queue (workspace_id, app_id, shop_domain)
    select distinct $1::uuid, $2::uuid, told.shop_domain
    from (select value ->> 'shopDomain' as shop_domain from jsonb_array_elements($3)) told
    where (
      select true from evidence
      where evidence.workspace_id = $1 and evidence.app_id = $2 and evidence.shop_domain = told.shop_domain
      limit 1
    )
    on conflict do nothing`,
}

const listStatement: Statement = {
  name: 'install_events_list',
  text: `
    select kind, occurred_at as at, source
    from install_events
    where workspace_id = $1 and app_id = $2 and shop_domain = $3`,
}

/**
 * Adds events. One of the same app, shop, kind and time is known and not added again. One that lies ahead counts as of
 * now.
 *
 * @returns how many were new
 */
export async function insertInstallEvents(
  database: Queryable,
  { workspaceId, appId, source, actor }: InstallEventScope,
  events: readonly InstallEvent[],
): Promise<number> {
  const rows = JSON.stringify(events)
  const inserted = await database.query(insertStatement, [workspaceId, appId, source, actor, rows])
  if (inserted.length > 0) await database.query(queueStatement, [workspaceId, appId, rows])
  return inserted.length
}

/** Lists when a shop had the app, as far as is known, in order. */
export async function listInstallations(
  database: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<readonly Installation[]> {
  type Row = Omit<ReportedEvent, 'atMs'> & { readonly at: Date }
  const rows = await database.query<Row>(listStatement, [workspaceId, appId, shopDomain])
  return mergeInstalls(rows.map(({ at, ...event }) => ({ ...event, atMs: at.getTime() })))
}

/** When a shop had the app for the first time, as far as is known (D53). */
export async function findFirstInstallMs(database: Queryable, shop: ShopKey): Promise<number | undefined> {
  const [first] = await listInstallations(database, shop)
  return first?.fromMs
}
