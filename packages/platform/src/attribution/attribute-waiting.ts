import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { attributeShop } from './attribute-shop.ts'

const listStatement: Statement = {
  name: 'attribution_list_waiting',
  text: `
    select workspace_id as "workspaceId", app_id as "appId", shop_domain as "shopDomain"
    from attribution_queue
    where (workspace_id, app_id, shop_domain) > ($1, $2, $3)
    order by workspace_id, app_id, shop_domain
    limit $4`,
}

const shopsPerTurn = 100
const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * Decides who brought each shop of which something new is known. A shop that fails stays in the queue, and the others are
 * decided.
 *
 * @returns how many shops were decided
 * @throws the first failure, when the queue was walked
 */
export async function attributeWaiting(database: Database): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  let last: ShopKey = { workspaceId: nilId, appId: nilId, shopDomain: '' }
  for (;;) {
    const shops = await listWaiting(database, last)
    for (const shop of shops) {
      last = shop
      try {
        await database.transaction((tx) => attributeShop(tx, shop))
        count += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (shops.length < shopsPerTurn) break
  }
  if (failures.length > 0) throw failures[0]
  return count
}

const listWaiting = (
  database: Queryable,
  { workspaceId, appId, shopDomain }: ShopKey,
): Promise<readonly ShopKey[]> =>
  database.query<ShopKey>(listStatement, [workspaceId, appId, shopDomain, shopsPerTurn])
