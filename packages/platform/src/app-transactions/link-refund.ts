import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'

/** An operator's decision which sale an adjustment or credit takes back. */
export interface RefundLink extends AppScope {
  /** The platform's id of the adjustment or credit. */
  readonly refundId: string
  /** The platform's id of the sale; null takes the link back, and the rules decide again. */
  readonly saleId: string | null
  readonly reason: string
  readonly actor: string
}

/** What came of it; or why nothing was done. */
export type RefundLinking =
  /** `isNew` is false where the link was there already. `posted`: how many commissions put right what was posted before. */
  | { readonly ok: true; readonly isNew: boolean; readonly posted: number }
  | {
      readonly ok: false
      readonly rejection:
        | 'unknown_refund'
        | 'no_refund'
        | 'unknown_sale'
        | 'no_sale'
        | 'other_shop'
        | 'other_currency'
    }

const findStatement: Statement = {
  name: 'refund_link_find_transaction',
  text: `
    select shop_domain as "shopDomain", kind, gross_currency as currency
    from app_transactions
    where workspace_id = $1 and app_id = $2 and platform_id = $3
    order by revision desc
    limit 1`,
}

const findLinkStatement: Statement = {
  name: 'refund_link_find',
  text: `
    select revision, sale_platform_id as "saleId"
    from refund_links
    where workspace_id = $1 and app_id = $2 and platform_id = $3
    order by revision desc
    limit 1`,
}

const insertStatement: Statement = {
  name: 'refund_link_insert',
  text: `
    insert into refund_links (workspace_id, app_id, platform_id, revision, id, sale_platform_id, reason, actor)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

interface Collected {
  readonly shopDomain: string
  readonly kind: string
  readonly currency: string
}

/**
 * Says which sale an adjustment or credit takes back, before every rule (D55), and puts right what was posted. The same
 * link again changes nothing; of different ones the latest applies.
 */
export async function linkRefund(database: Database, link: RefundLink): Promise<RefundLinking> {
  const { workspaceId, appId, refundId, saleId, reason, actor } = link
  const refund = await findAppTransaction(database, link, refundId)
  if (refund === undefined) return { ok: false, rejection: 'unknown_refund' }
  if (!isRefund(refund)) return { ok: false, rejection: 'no_refund' }
  if (saleId !== null) {
    const sale = await findAppTransaction(database, link, saleId)
    const rejection = checkSale(sale, refund)
    if (rejection !== undefined) return { ok: false, rejection }
  }
  const { shopDomain } = refund
  return await database.transaction(async (tx) => {
    await lockShop(tx, { workspaceId, appId, shopDomain })
    const key = [workspaceId, appId, refundId]
    const [last] = await tx.query<{ revision: number; saleId: string | null }>(findLinkStatement, key)
    if ((last?.saleId ?? null) === saleId) return { ok: true, isNew: false, posted: 0 }
    const revision = (last?.revision ?? 0) + 1
    await tx.query(insertStatement, [...key, revision, newId(), saleId, reason, actor])
    const { posted } = await postAllIn(tx, { workspaceId, appId, shopDomain, actor, runId: null })
    return { ok: true, isNew: true, posted }
  })
}

async function findAppTransaction(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  platformId: string,
): Promise<Collected | undefined> {
  const [found] = await database.query<Collected>(findStatement, [workspaceId, appId, platformId])
  return found
}

const isRefund = ({ kind }: Collected): boolean => kind === 'adjustment' || kind === 'credit'

function checkSale(sale: Collected | undefined, refund: Collected) {
  if (sale === undefined) return 'unknown_sale'
  if (isRefund(sale)) return 'no_sale'
  if (sale.shopDomain !== refund.shopDomain) return 'other_shop'
  return sale.currency === refund.currency ? undefined : 'other_currency'
}
