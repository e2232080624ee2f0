import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** A link as it was said last. */
export interface RefundLinkRecord {
  readonly refundId: string
  /** Null where the link was taken back. */
  readonly saleId: string | null
  readonly reason: string
  readonly actor: string
  readonly createdAt: Date
}

const listStatement: Statement = {
  name: 'refund_link_list',
  text: `
    select distinct on (platform_id)
      platform_id as "refundId", sale_platform_id as "saleId", reason, actor, created_at as "createdAt"
    from refund_links
    where workspace_id = $1 and app_id = $2 and ($3::text is null or platform_id > $3)
    order by platform_id, revision desc
    limit $4`,
}

/** Lists the links of an app's adjustments and credits, by their ids. */
export async function listRefundLinks(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { after, limit }: ListPage,
): Promise<readonly RefundLinkRecord[]> {
  return await database.query<RefundLinkRecord>(listStatement, [workspaceId, appId, after ?? null, limit])
}
