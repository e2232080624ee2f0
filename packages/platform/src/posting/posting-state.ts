import {
  type Allocation,
  type AppTransaction,
  formatNano,
  isOpen,
  isSale,
  type RefundState,
  toRefundState,
} from '@affiliate-platform/commission-engine'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { toNano } from './nano.ts'
import { type AppTransactionRow, appTransactionColumns, type ShopKey, toAppTransaction } from './read-shop.ts'

/** How far a shop is posted. */
export interface PostingState {
  /** The time at which the transaction began. */
  readonly nowMs: number
  /** When the latest app transaction that is posted was collected; null before the first. */
  readonly latestMs: number | null
  /** Adjustments and credits that are posted. */
  readonly refunds: number
}

const saveStatement: Statement = {
  name: 'posting_save_shop',
  text: `
    update shop_postings
    set latest_collected_at = $4, refunds = $5
    where workspace_id = $1 and app_id = $2 and shop_domain = $3`,
}

// The inner order names the primary key: without statistics, all indexes seem alike to the planner.
const listOpenStatement: Statement = {
  name: 'posting_list_open',
  text: `
    select ${appTransactionColumns}, open.remainder, open.last_taken_platform_id as "lastTakenId",
      link.sale_platform_id as "linkedId"
    from open_refunds open
    cross join lateral (
      select * from (
        select * from app_transactions
        where workspace_id = $1 and app_id = open.app_id and platform_id = open.platform_id
        order by source, revision
        offset 0
      ) revisions
      order by revision desc
      limit 1
    ) app_transaction
    left join lateral (
      select sale_platform_id from refund_links
      where workspace_id = $1 and app_id = open.app_id and platform_id = open.platform_id
      order by revision desc
      limit 1
    ) link on true
    where open.workspace_id = $1 and open.app_id = $2 and open.shop_domain = $3`,
}

const listByIdStatement: Statement = {
  name: 'posting_list_by_id',
  text: `
    select ${appTransactionColumns}
    from unnest($3::text[]) as wanted (id)
    cross join lateral (
      select * from (
        select * from app_transactions
        where workspace_id = $1 and app_id = $2 and platform_id = wanted.id
        order by source, revision
        offset 0
      ) revisions
      order by revision desc
      limit 1
    ) app_transaction`,
}

const deleteOpenStatement: Statement = {
  name: 'posting_delete_open',
  text: 'delete from open_refunds where workspace_id = $1 and app_id = $2 and shop_domain = $3',
}

const insertOpenStatement: Statement = {
  name: 'posting_insert_open',
  text: `
    insert into open_refunds
      (workspace_id, app_id, shop_domain, platform_id, last_taken_platform_id, remainder)
    select $1, $2, $3, open.*
    from jsonb_to_recordset($4) as open ("platformId" text, "lastTakenId" text, "remainder" numeric)`,
}

/** Saves how far a shop is posted. */
export function saveShop(
  tx: Transaction,
  { workspaceId, appId, shopDomain }: ShopKey,
  { latestMs, refunds }: Omit<PostingState, 'nowMs'>,
): void {
  const latestAt = latestMs === null ? null : new Date(latestMs)
  tx.write(saveStatement, [workspaceId, appId, shopDomain, latestAt, refunds])
}

/** Reads the adjustments and credits that a later sale may have to serve. */
export async function readOpenRefunds(
  tx: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<readonly RefundState[]> {
  const rows = await tx.query<
    AppTransactionRow & { remainder: string; lastTakenId: string | null; linkedId: string | null }
  >(listOpenStatement, [workspaceId, appId, shopDomain])
  const takenIds = rows.flatMap(({ lastTakenId }) => lastTakenId ?? [])
  const taken = await listAppTransactionsById(tx, { workspaceId, appId }, takenIds)
  return rows.map(({ remainder, lastTakenId, linkedId, ...row }) => ({
    refund: toAppTransaction(row),
    lastTaken: taken.filter(isSale).find(({ platformId }) => platformId === lastTakenId) ?? null,
    remainderNano: toNano(remainder),
    linkedId: linkedId ?? undefined,
  }))
}

/** Reads app transactions of an app by their ids, each in its latest revision. */
export async function listAppTransactionsById(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  platformIds: readonly string[],
): Promise<readonly AppTransaction[]> {
  if (platformIds.length === 0) return []
  const rows = await tx.query<AppTransactionRow>(listByIdStatement, [workspaceId, appId, platformIds])
  return rows.map(toAppTransaction)
}

/** Keeps the open ones of all allocations of a shop, in the place of those that were kept. */
export function saveOpenRefunds(
  tx: Transaction,
  { workspaceId, appId, shopDomain }: ShopKey,
  {
    allocations,
    links,
  }: {
    readonly allocations: readonly Allocation[]
    readonly links: ReadonlyMap<string, string>
  },
): void {
  const key = [workspaceId, appId, shopDomain]
  const open = allocations
    .map((allocation) => toRefundState(allocation, links.get(allocation.refund.platformId)))
    .filter(isOpen)
  tx.write(deleteOpenStatement, key)
  if (open.length === 0) return
  const rows = open.map(({ refund, lastTaken, remainderNano }) => ({
    platformId: refund.platformId,
    lastTakenId: lastTaken?.platformId ?? null,
    remainder: formatNano(remainderNano),
  }))
  tx.write(insertOpenStatement, [...key, JSON.stringify(rows)])
}
