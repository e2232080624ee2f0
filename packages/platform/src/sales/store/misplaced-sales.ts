import type { Queryable, Statement, Transaction } from '../../database/statements/database.ts'
import { timeSql } from '../../database/statements/time.ts'
import type { AppTransaction } from '../app-transaction.ts'
import type { ImportRun } from './insert-app-transactions.ts'
import { findReferred } from './referred-shops.ts'

/** Rows of a page by whether they name the shop of their sale (D185). */
export interface PlacedRows {
  /** Those of sales that are new, or name the shop that they count for; under its domain. */
  readonly rows: readonly AppTransaction[]
  readonly misplaced: readonly MisplacedRow[]
  /** The ids of sales that a later import has told: this one is a file that was cut off. */
  readonly lateIds: ReadonlySet<string>
}

/** A row that names another shop than its sale's. */
export interface MisplacedRow {
  readonly row: AppTransaction
  /** The shop that the sale counts for. */
  readonly shopDomain: string
}

// By the number where both sides know one, else by the domain, or by one that the shop had with the same number. A sale is told
// by one source (D168).
const findShopsStatement: Statement = {
  name: 'sales_find_shops_of_sales',
  text: `
    select sent."platformId", stored.shop_domain as "shopDomain",
      case
        when sent."shopNumber" is not null and shop.number is not null then sent."shopNumber" <> shop.number
        else sent."shopDomain" <> stored.shop_domain and not exists (
          select from install_events event
          where event.workspace_id = $1 and event.app_id = $2
            and event.shop_domain = sent."shopDomain" and event.shop_number = shop.number
        )
      end as "isOther",
      $3 = 'manual_file' and (
        stored.run_id > $5 or exists (
          select from misplaced_sales open
          where open.workspace_id = $1 and open.app_id = $2 and open.platform_id = sent."platformId" and open.run_id > $5
        )
      ) as "isLate"
    from jsonb_to_recordset($4) as sent ("platformId" text, "shopDomain" text, "shopNumber" text)
    cross join lateral (
      select shop_domain, shop_number, run_id from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
      order by revision desc
      limit 1
    ) stored
    cross join lateral (
      select coalesce(
        stored.shop_number,
        (
          select shop_number from shop_postings
          where workspace_id = $1 and app_id = $2 and shop_domain = stored.shop_domain
        )
      ) as number
    ) shop`,
}

const upsertStatement: Statement = {
  name: 'sales_upsert_misplaced',
  text: `
    insert into misplaced_sales
      (workspace_id, app_id, run_id, platform_id, shop_domain, named_domain, content, created_at)
    select $1, $2, $3, sent."platformId", sent."shopDomain", sent."namedDomain", sent.content, ${timeSql(5)}
    from jsonb_to_recordset($4) as sent ("platformId" text, "shopDomain" text, "namedDomain" text, "content" jsonb)
    order by sent."platformId" collate "C"
    on conflict (workspace_id, app_id, platform_id) do update set
      shop_domain = excluded.shop_domain, named_domain = excluded.named_domain, content = excluded.content,
      run_id = excluded.run_id, created_at = excluded.created_at`,
}

const settleStatement: Statement = {
  name: 'sales_settle_misplaced',
  text: 'delete from misplaced_sales where workspace_id = $1 and app_id = $2 and platform_id = any($3::text[])',
}

/** Parts the rows that name the shop of their sale from those that name another one. */
export async function placeRows(
  tx: Queryable,
  { workspaceId, appId, source, id }: ImportRun,
  rows: readonly AppTransaction[],
): Promise<PlacedRows> {
  const values = [workspaceId, appId, source, JSON.stringify(rows), id]
  const found = await tx.query<FoundShop>(findShopsStatement, values)
  const shops = new Map(found.map((shop) => [shop.platformId, shop]))
  return {
    rows: rows
      .filter(({ platformId }) => shops.get(platformId)?.isOther !== true)
      .map((row) => ({ ...row, shopDomain: shops.get(row.platformId)?.shopDomain ?? row.shopDomain })),
    misplaced: rows.flatMap((row) => {
      const shop = shops.get(row.platformId)
      return shop?.isOther === true ? [{ row, shopDomain: shop.shopDomain }] : []
    }),
    lateIds: new Set(found.filter(({ isLate }) => isLate).map(({ platformId }) => platformId)),
  }
}

interface FoundShop {
  readonly platformId: string
  readonly shopDomain: string
  readonly isOther: boolean
  readonly isLate: boolean
}

/** Keeps what names another shop, until a person moves its sale; and forgets it where the source names its shop again. */
export async function keepMisplaced(
  tx: Transaction,
  run: ImportRun,
  {
    misplaced,
    placedIds,
  }: { readonly misplaced: readonly MisplacedRow[]; readonly placedIds: readonly string[] },
): Promise<void> {
  const { workspaceId, appId, id, importedAt = null } = run
  if (placedIds.length > 0) tx.write(settleStatement, [workspaceId, appId, placedIds])
  if (misplaced.length === 0) return
  const named = await findReferred(
    tx,
    run,
    misplaced.map(({ row }) => row),
  )
  const namedDomains = new Map(named.kept.map(({ platformId, shopDomain }) => [platformId, shopDomain]))
  const sent = misplaced.map(({ row, shopDomain }) => {
    const namedDomain = namedDomains.get(row.platformId) ?? row.shopDomain
    return { platformId: row.platformId, shopDomain, namedDomain, content: row }
  })
  tx.write(upsertStatement, [workspaceId, appId, id, JSON.stringify(sent), importedAt])
}
