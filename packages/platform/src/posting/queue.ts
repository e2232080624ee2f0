import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** How many new rows one transaction posts: with more, memory and the time of a statement would know no bound. */
export const waitingRowsMax = 5000

/** An app transaction that waits to be posted. */
export interface WaitingRow {
  readonly shopDomain: string
  readonly platformId: string
  readonly revision: number
}

const listShopsStatement: Statement = {
  name: 'posting_list_waiting_shops',
  text: `
    select distinct shop_domain as "shopDomain"
    from (
      select shop_domain
      from unposted_transactions
      where workspace_id = $1 and app_id = $2 and shop_domain > $3
      order by shop_domain, collected_at, platform_id, source, revision
      limit ${waitingRowsMax}
    ) waiting
    order by shop_domain`,
}

// A range: a list of shops would be read as a whole, and sorted, before the first row is out.
const listWaitingStatement: Statement = {
  name: 'posting_list_waiting',
  text: `
    select shop_domain as "shopDomain", platform_id as "platformId", revision
    from unposted_transactions
    where workspace_id = $1 and app_id = $2 and shop_domain >= $3 and shop_domain <= $4
    order by shop_domain, collected_at, platform_id, source, revision
    limit ${waitingRowsMax}`,
}

const deleteStatement: Statement = {
  name: 'posting_delete_waiting',
  text: `
    delete from unposted_transactions
    where workspace_id = $1 and app_id = $2 and shop_domain = any ($3::text[])
    returning 1`,
}

/** Lists the next shops of an app with waiting rows: as many as one transaction may post, one at least. */
export async function listWaitingShops(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  after: string,
): Promise<readonly string[]> {
  const values = [workspaceId, appId, after]
  const rows = await database.query<{ shopDomain: string }>(listShopsStatement, values)
  return rows.map(({ shopDomain }) => shopDomain)
}

/** Lists what waits of some shops, which are locked and in their order. */
export async function listWaiting(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  shopDomains: readonly string[],
): Promise<readonly WaitingRow[]> {
  const values = [workspaceId, appId, shopDomains[0], shopDomains.at(-1)]
  return await tx.query<WaitingRow>(listWaitingStatement, values)
}

/**
 * Takes all that waits of some shops out of the queue.
 *
 * @param rowsByShop - what was listed of them; of a row that has come since, the posting knows nothing
 */
export async function deleteWaiting(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  rowsByShop: ReadonlyMap<string, readonly WaitingRow[]>,
): Promise<void> {
  const gone = await tx.query(deleteStatement, [workspaceId, appId, [...rowsByShop.keys()]])
  if (gone.length !== [...rowsByShop.values()].flat().length)
    throw new Error('A row has come since the queue was read.')
}
