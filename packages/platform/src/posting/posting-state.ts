import {
  type Allocation,
  type Collection,
  formatNano,
  isOpen,
  isSale,
  type NegativeState,
  toNegativeState,
} from '@affiliate-platform/commission-engine'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../database/database.ts'
import { toNano } from './nano.ts'
import { type CollectionRow, collectionColumns, type ShopKey, toCollection } from './read-shop.ts'

/** How far a shop is posted. */
export interface PostingState {
  /** The time at which the transaction began. */
  readonly nowMs: number
  /** When the latest collection that is posted was collected; null before the first. */
  readonly latestMs: number | null
  /** Adjustments and credits that are posted. */
  readonly negatives: number
}

const saveStatement: Statement = {
  name: 'posting_save_shop',
  text: `
    update shop_postings
    set latest_collected_at = $4, negatives = $5
    where workspace_id = $1 and app_id = $2 and shop_domain = $3`,
}

// The inner order names the primary key: without statistics, all indexes seem alike to the planner.
const listOpenStatement: Statement = {
  name: 'posting_list_open',
  text: `
    select ${collectionColumns}, open.remainder, open.last_taken_platform_id as "lastTakenId",
      link.sale_platform_id as "linkedId"
    from open_negatives open
    cross join lateral (
      select * from (
        select * from collections
        where workspace_id = open.workspace_id and app_id = open.app_id and platform_id = open.platform_id
        order by source, revision
        offset 0
      ) revisions
      order by revision desc
      limit 1
    ) collection
    left join lateral (
      select sale_platform_id from refund_links
      where workspace_id = open.workspace_id and app_id = open.app_id and platform_id = open.platform_id
      order by revision desc
      limit 1
    ) link on true
    where open.workspace_id = $1 and open.app_id = $2 and open.shop_domain = $3`,
}

const listByIdStatement: Statement = {
  name: 'posting_list_by_id',
  text: `
    select ${collectionColumns}
    from unnest($3::text[]) as wanted (id)
    cross join lateral (
      select * from (
        select * from collections
        where workspace_id = $1 and app_id = $2 and platform_id = wanted.id
        order by source, revision
        offset 0
      ) revisions
      order by revision desc
      limit 1
    ) collection`,
}

const deleteOpenStatement: Statement = {
  name: 'posting_delete_open',
  text: 'delete from open_negatives where workspace_id = $1 and app_id = $2 and shop_domain = $3',
}

const insertOpenStatement: Statement = {
  name: 'posting_insert_open',
  text: `
    insert into open_negatives
      (workspace_id, app_id, shop_domain, platform_id, last_taken_platform_id, remainder)
    select $1, $2, $3, open.*
    from jsonb_to_recordset($4) as open ("platformId" text, "lastTakenId" text, "remainder" numeric)`,
}

/** Saves how far a shop is posted. */
export function saveShop(
  tx: Transaction,
  { workspaceId, appId, shopDomain }: ShopKey,
  { latestMs, negatives }: Omit<PostingState, 'nowMs'>,
): void {
  const latestAt = latestMs === null ? null : new Date(latestMs)
  tx.write(saveStatement, [workspaceId, appId, shopDomain, latestAt, negatives])
}

/** Reads the adjustments and credits that a later sale may have to serve. */
export async function readOpenNegatives(
  tx: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<readonly NegativeState[]> {
  const rows = await tx.query<
    CollectionRow & { remainder: string; lastTakenId: string | null; linkedId: string | null }
  >(listOpenStatement, [workspaceId, appId, shopDomain])
  const takenIds = rows.flatMap(({ lastTakenId }) => lastTakenId ?? [])
  const taken = await listCollectionsById(tx, { workspaceId, appId }, takenIds)
  return rows.map(({ remainder, lastTakenId, linkedId, ...row }) => ({
    negative: toCollection(row),
    lastTaken: taken.filter(isSale).find(({ platformId }) => platformId === lastTakenId) ?? null,
    remainderNano: toNano(remainder),
    linkedId: linkedId ?? undefined,
  }))
}

/** Reads collections of an app by their ids, each in its latest revision. */
export async function listCollectionsById(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  platformIds: readonly string[],
): Promise<readonly Collection[]> {
  if (platformIds.length === 0) return []
  const rows = await tx.query<CollectionRow>(listByIdStatement, [workspaceId, appId, platformIds])
  return rows.map(toCollection)
}

/** Keeps the open ones of all allocations of a shop, in the place of those that were kept. */
export function saveOpenNegatives(
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
    .map((allocation) => toNegativeState(allocation, links.get(allocation.negative.platformId)))
    .filter(isOpen)
  tx.write(deleteOpenStatement, key)
  if (open.length === 0) return
  const rows = open.map(({ negative, lastTaken, remainderNano }) => ({
    platformId: negative.platformId,
    lastTakenId: lastTaken?.platformId ?? null,
    remainder: formatNano(remainderNano),
  }))
  tx.write(insertOpenStatement, [...key, JSON.stringify(rows)])
}
