import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'

const requestStatement: Statement = {
  name: 'sales_request_backfill',
  text: `
    insert into sale_backfills (workspace_id, app_id, shop_domain)
    values ($1, $2, $3)
    on conflict (workspace_id, app_id, shop_domain) do update
    set requested_at = excluded.requested_at`,
}

const requestAllStatement: Statement = {
  name: 'sales_request_all_backfills',
  text: `
    insert into sale_backfills (workspace_id, app_id, shop_domain)
    select distinct workspace_id, app_id, shop_domain
    from referrals
    where workspace_id = $1 and app_id = $2 and voided_at is null
    on conflict (workspace_id, app_id, shop_domain) do nothing`,
}

const nextStatement: Statement = {
  name: 'sales_next_backfill',
  text: `
    select shop_domain as "shopDomain"
    from sale_backfills
    where workspace_id = $1 and app_id = $2
    order by requested_at, shop_domain
    limit 1`,
}

const settleStatement: Statement = {
  name: 'sales_settle_backfill',
  text: `
    delete from sale_backfills
    where workspace_id = $1 and app_id = $2 and shop_domain = $3
      and requested_at <= (select created_at from import_runs where workspace_id = $1 and id = $4)`,
}

/** Asks for the whole history of a shop that was just referred (D59). */
export async function requestBackfill(
  tx: Queryable,
  { workspaceId, appId, shopDomain }: AppScope & { readonly shopDomain: string },
): Promise<void> {
  await tx.query(requestStatement, [workspaceId, appId, shopDomain])
}

/** Asks for the history of every referred shop of an app: far fewer pages than the history of all shops. */
export async function requestAllBackfills(tx: Queryable, { workspaceId, appId }: AppScope): Promise<void> {
  await tx.query(requestAllStatement, [workspaceId, appId])
}

/** The shop that has waited longest. */
export async function findNextBackfill(
  database: Queryable,
  { workspaceId, appId }: AppScope,
): Promise<string | undefined> {
  const [row] = await database.query<{ shopDomain: string }>(nextStatement, [workspaceId, appId])
  return row?.shopDomain
}

/** Takes a shop off the list, unless it was asked for again after the run had begun. */
export async function settleBackfill(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { shopDomain, runId }: { readonly shopDomain: string; readonly runId: string },
): Promise<void> {
  await database.query(settleStatement, [workspaceId, appId, shopDomain, runId])
}
