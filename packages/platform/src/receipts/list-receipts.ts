import { hashShop } from '../contacts/erase-shop.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** What is kept of one identify call. */
export interface ReceiptSummary {
  readonly id: string
  /** null once the shop is erased (D75). */
  readonly shopDomain: string | null
  readonly appId: string | null
  readonly sent: string
  /** `identified`, or the code of the rejection. */
  readonly outcome: string
  readonly uninstallWatch: string
  readonly requestId: string
  readonly createdAt: Date
}

const columns = `
    id, shop_domain as "shopDomain", app_id as "appId", sent, outcome, uninstall_watch as "uninstallWatch",
    request_id as "requestId", created_at as "createdAt"`

const listStatement: Statement = {
  name: 'receipt_list',
  text: `
    select ${columns}
    from receipts
    where workspace_id = $1
      and ($2::text is null or shop_domain = $2 or shop_hash = $3)
      and ($4::uuid is null or id < $4)
    order by id desc
    limit $5`,
}

// Each half along an index of its own.
const listOfShopStatement: Statement = {
  name: 'receipt_list_of_shop',
  text: `
    select ${columns} from receipts where workspace_id = $1 and shop_domain = $2
    union all
    select ${columns} from receipts where workspace_id = $1 and shop_hash = $3
    order by id desc
    limit $4`,
}

/** Lists the latest receipts of a shop, newest first, also after its erasure. */
export async function listShopReceipts(
  database: Queryable,
  shop: { readonly workspaceId: string; readonly shopDomain: string },
  limit: number,
): Promise<readonly ReceiptSummary[]> {
  const shopHash = hashShop(await readSecret(database), shop)
  return await database.query<ReceiptSummary>(listOfShopStatement, [
    ...[shop.workspaceId, shop.shopDomain, shopHash, limit],
  ])
}

/** Lists the receipts of a workspace, or of one shop, newest first. A shop is found after its erasure too. */
export async function listReceipts(
  database: Queryable,
  { workspaceId, shopDomain }: { readonly workspaceId: string; readonly shopDomain: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly ReceiptSummary[]> {
  const shopHash =
    shopDomain === undefined ? null : hashShop(await readSecret(database), { workspaceId, shopDomain })
  const values = [workspaceId, shopDomain ?? null, shopHash, after ?? null, limit]
  return await database.query<ReceiptSummary>(listStatement, values)
}
