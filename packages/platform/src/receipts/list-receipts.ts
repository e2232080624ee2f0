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
    where workspace_id = $1 and ($2::uuid is null or id < $2)
    order by id desc
    limit $3`,
}

// Each half along an index of its own.
const listOfShopStatement: Statement = {
  name: 'receipt_list_of_shop',
  text: `
    select *
    from (
      (
        select ${columns} from receipts
        where workspace_id = $1 and shop_domain = $4 and ($2::uuid is null or id < $2)
        order by id desc
        limit $3
      )
      union all
      (
        select ${columns} from receipts
        where workspace_id = $1 and shop_hash = $5 and ($2::uuid is null or id < $2)
        order by id desc
        limit $3
      )
    ) found
    order by id desc
    limit $3`,
}

/** Lists the receipts of a workspace, or of one shop, newest first. A shop is found after its erasure too. */
export async function listReceipts(
  database: Queryable,
  { workspaceId, shopDomain }: { readonly workspaceId: string; readonly shopDomain: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly ReceiptSummary[]> {
  const values = [workspaceId, after ?? null, limit]
  if (shopDomain === undefined) return await database.query<ReceiptSummary>(listStatement, values)
  const shopHash = hashShop(await readSecret(database), { workspaceId, shopDomain })
  return await database.query<ReceiptSummary>(listOfShopStatement, [...values, shopDomain, shopHash])
}
