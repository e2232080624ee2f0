import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import type { Touch } from './join-touches.ts'

/** An import of an analytics export. */
export interface ImportKey {
  readonly workspaceId: string
  readonly importId: string
}

interface NewImport extends ImportKey, AppScope {
  readonly file: string
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string
  readonly actor: string
}

const findLivingStatement: Statement = {
  name: 'analytics_find_import',
  text: `
    select id
    from analytics_imports
    where workspace_id = $1 and app_id = $2 and sha256 = $3
      and not exists (
        select from analytics_import_undos undo
        where undo.workspace_id = $1 and undo.import_id = analytics_imports.id
      )`,
}

const insertStatement: Statement = {
  name: 'analytics_insert_import',
  text: `
    insert into analytics_imports (workspace_id, id, app_id, file, sha256, actor)
    values ($1, $2, $3, $4, $5, $6)`,
}

// What lies ahead counts as of now.
const insertTouchesStatement: Statement = {
  name: 'analytics_insert_touches',
  text: `
    insert into evidence
      (workspace_id, id, app_id, shop_domain, membership_id, link_id, kind, occurred_at, source_id, actor,
        day_clicks, clicks_before)
    select $1, gen_random_uuid(), $2, touch."shopDomain", touch."membershipId", touch."linkId", 'analytics',
      least(to_timestamp(touch."atMs" / 1000.0), date_trunc('milliseconds', now())), touch."sourceId", $3,
      followed.day, followed.before
    from jsonb_to_recordset($4)
      as touch ("shopDomain" text, "membershipId" uuid, "linkId" uuid, "atMs" bigint, "sourceId" text)
    cross join lateral (
      select
        count(*) filter (where click.occurred_at > viewed.at - interval '1 day')::integer as day,
        count(*) filter (where click.occurred_at <= viewed.at - interval '1 day')::integer as before
      from (select to_timestamp(touch."atMs" / 1000.0) as at) viewed
      join links link on link.workspace_id = $1 and link.membership_id = touch."membershipId"
      join clicks click on click.workspace_id = $1 and click.link_id = link.id
        and click.occurred_at > viewed.at - interval '29 days' and click.occurred_at <= viewed.at
    ) followed
    on conflict (workspace_id, app_id, kind, source_id) do nothing
    returning 1`,
}

const countKnownStatement: Statement = {
  name: 'analytics_count_known',
  text: `
    select count(*)::integer as count
    from evidence
    where workspace_id = $1 and app_id = $2 and kind = 'analytics' and source_id = any($3::text[])`,
}

const insertRowsStatement: Statement = {
  name: 'analytics_insert_rows',
  text: `
    insert into analytics_import_rows (workspace_id, import_id, evidence_id)
    select $1, $3, id
    from evidence
    where workspace_id = $1 and app_id = $2 and kind = 'analytics' and source_id = any($4::text[])
    on conflict do nothing`,
}

const queueStatement: Statement = {
  name: 'analytics_queue_shops',
  text: `
    insert into attribution_queue (workspace_id, app_id, shop_domain)
    select distinct $1::uuid, $2::uuid, shop
    from unnest($3::text[]) shop
    on conflict do nothing`,
}

const listRowsStatement: Statement = {
  name: 'analytics_list_rows',
  text: 'select evidence_id as id from analytics_import_rows where workspace_id = $1 and import_id = $2',
}

/** Finds the import of a file with this content that was not undone. */
export async function findLivingImport(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  sha256: string,
): Promise<string | undefined> {
  const [found] = await database.query<{ id: string }>(findLivingStatement, [workspaceId, appId, sha256])
  return found?.id
}

/** Records that a file is imported. */
export async function insertAnalyticsImport(
  tx: Queryable,
  { workspaceId, importId, appId, file, sha256, actor }: NewImport,
): Promise<void> {
  await tx.query(insertStatement, [workspaceId, importId, appId, file, sha256, actor])
}

/**
 * Records what an import tells, whether or not another one told it before, and lets it be decided who brought the shops.
 *
 * @returns how many pieces of evidence are new
 */
export async function insertTouches(
  tx: Queryable,
  { workspaceId, appId, importId, actor }: ImportKey & AppScope & { readonly actor: string },
  touches: readonly Touch[],
): Promise<number> {
  const inserted = await tx.query(insertTouchesStatement, [
    ...[workspaceId, appId, actor],
    JSON.stringify(touches),
  ])
  const sourceIds = touches.map(({ sourceId }) => sourceId)
  await tx.query(insertRowsStatement, [workspaceId, appId, importId, sourceIds])
  const shops = touches.map(({ shopDomain }) => shopDomain)
  await queueShops(tx, { workspaceId, appId }, shops)
  return inserted.length
}

/** Counts how many of these have been told. */
export async function countKnown(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  touches: readonly Touch[],
): Promise<number> {
  const sourceIds = touches.map(({ sourceId }) => sourceId)
  const values = [workspaceId, appId, sourceIds]
  const [row] = await database.query<{ count: number }>(countKnownStatement, values)
  return row?.count ?? 0
}

/** Lets it be decided anew who brought these shops. */
export async function queueShops(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  shops: readonly string[],
): Promise<void> {
  await tx.query(queueStatement, [workspaceId, appId, shops])
}

/** Lists the evidence that an import tells. */
export async function listReportedEvidence(
  database: Queryable,
  { workspaceId, importId }: ImportKey,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(listRowsStatement, [workspaceId, importId])
  return new Set(rows.map(({ id }) => id))
}
