import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'
import type { Collection } from '../sales/collection.ts'

/** A row of a referred shop's sales, adjustments and credits, in its latest revision. */
export interface CollectionRecord
  extends Omit<Collection, 'shopNumber' | 'platformFee' | 'collectedAt' | 'contentHash'> {
  readonly revision: number
  readonly collectedAt: Date
  readonly source: string
  readonly runId: string
  readonly createdAt: Date
}

/** Which collections of an app. */
export interface CollectionFilter {
  readonly workspaceId: string
  readonly appId: string
  readonly shopDomain: string | undefined
}

const listStatement: Statement = {
  name: 'collections_list',
  text: `
    select platform_id as "platformId", revision, kind, shop_domain as "shopDomain", charge_id as "chargeId",
      billing_interval as "billingInterval", trim_scale(gross) as gross, gross_currency as "grossCurrency",
      trim_scale(net) as net, net_currency as "netCurrency", collected_at as "collectedAt", source,
      run_id as "runId", created_at as "createdAt"
    from collections collection
    where workspace_id = $1 and app_id = $2
      and ($3::text is null or shop_domain = $3)
      and ($4::text is null or platform_id > $4)
      and not exists (
        select from collections later
        where later.workspace_id = collection.workspace_id
          and later.app_id = collection.app_id
          and later.platform_id = collection.platform_id
          and later.source = collection.source
          and later.revision > collection.revision
      )
    order by platform_id
    limit $5`,
}

/** Lists collections by their ids. */
export async function listCollections(
  database: Queryable,
  { workspaceId, appId, shopDomain }: CollectionFilter,
  { after, limit }: ListPage,
): Promise<readonly CollectionRecord[]> {
  const values = [workspaceId, appId, shopDomain ?? null, after ?? null, limit]
  return await database.query<CollectionRecord>(listStatement, values)
}
