import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'
import type { AppTransaction } from './app-transaction.ts'

/** A sale that is moved to the shop that its source names (D185). */
export interface SaleMove extends AppScope {
  readonly platformId: string
  /** The shop that it is moved to. */
  readonly shopDomain: string
  readonly reason: string
  readonly actor: string
}

/** The move; or why there is none, and nothing was written. */
export type SaleMoving =
  | { readonly ok: true; readonly id: string; readonly fromDomain: string; readonly posted: number }
  /** The source of the sale names no other shop than the one that it counts for. */
  | { readonly ok: false; readonly rejection: 'not_misplaced' }
  | { readonly ok: false; readonly rejection: 'names_another_shop'; readonly namedDomain: string }

interface OpenRow {
  readonly shopDomain: string
  readonly namedDomain: string
  readonly content: AppTransaction
}

const takeOpenStatement: Statement = {
  name: 'sales_take_misplaced',
  text: `
    select shop_domain as "shopDomain", named_domain as "namedDomain", content
    from misplaced_sales
    where workspace_id = $1 and app_id = $2 and platform_id = $3
    for update`,
}

const moveStatement: Statement = {
  name: 'sales_move',
  text: `
    with open as (
      delete from misplaced_sales
      where workspace_id = $1 and app_id = $2 and platform_id = $3
      returning *
    ), latest as (
      select source, revision
      from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = $3
      order by revision desc
      limit 1
    ), moved as (
      insert into app_transactions as made
        (workspace_id, app_id, source, run_id, platform_id, revision, shop_domain, shop_number, kind, charge_id,
         billing_interval, gross, gross_currency, net, net_currency, platform_fee, collected_at, content_hash)
      select $1, $2, latest.source, open.run_id, $3, latest.revision + 1, open.named_domain, row."shopNumber", row.kind,
        row."chargeId", row."billingInterval", row.gross, row."grossCurrency", row.net, row."netCurrency",
        row."platformFee", date_trunc('milliseconds', row."collectedAt"), decode(row."contentHash", 'hex')
      from open
      cross join latest
      cross join lateral jsonb_to_record(open.content) as row (
        "shopNumber" text, "kind" text, "chargeId" text, "billingInterval" text, "gross" numeric, "grossCurrency" text,
        "net" numeric, "netCurrency" text, "platformFee" numeric, "collectedAt" timestamptz, "contentHash" text
      )
      returning revision
    )
    insert into sale_moves (workspace_id, app_id, platform_id, id, reason, actor, revision, from_domain, to_domain)
    select $1, $2, $3, $4, $5, $6, moved.revision, open.shop_domain, open.named_domain
    from moved
    cross join open`,
}

/**
 * Moves a sale to the shop that its source names, with what the source says of it, and posts both shops in one transaction: what
 * the one had earned with it is taken back, and the other earns what its own contract says.
 */
export async function moveSale(database: Database, move: SaleMove): Promise<SaleMoving> {
  return await database.transaction((tx) => moveIn(tx, move))
}

/** Moves it within a transaction. */
export async function moveIn(tx: Transaction, move: SaleMove): Promise<SaleMoving> {
  const { workspaceId, appId, platformId, reason, actor } = move
  const key = [workspaceId, appId, platformId]
  const [open] = await tx.query<OpenRow>(takeOpenStatement, key)
  if (open === undefined) return { ok: false, rejection: 'not_misplaced' }
  const { shopDomain: fromDomain, namedDomain } = open
  if (move.shopDomain !== namedDomain && move.shopDomain !== open.content.shopDomain) {
    return { ok: false, rejection: 'names_another_shop', namedDomain }
  }
  // In the order of all postings of several shops: two of them wait for one another, and not each for the other.
  for (const shopDomain of [fromDomain, namedDomain].sort()) {
    await lockShop(tx, { workspaceId, appId, shopDomain })
  }
  const id = newId()
  await tx.query(moveStatement, [...key, id, reason, actor])
  let posted = 0
  // The sale is taken back before it is commissioned again: it is never in two positions.
  for (const shopDomain of [fromDomain, namedDomain]) {
    posted += (await postAllIn(tx, { workspaceId, appId, shopDomain, actor, runId: null })).posted
  }
  return { ok: true, id, fromDomain, posted }
}
