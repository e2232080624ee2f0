import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { AppTransactionKind } from './app-transaction.ts'

/** A sale whose source names another shop than the one that it counts for. */
export interface MisplacedSale {
  readonly platformId: string
  readonly shopDomain: string
  readonly namedDomain: string
  readonly kind: AppTransactionKind
  /** As the source has it now. */
  readonly gross: string
  readonly currency: string
  readonly collectedAt: Date
}

const listStatement: Statement = {
  name: 'sales_list_misplaced',
  text: `
    select platform_id as "platformId", shop_domain as "shopDomain", named_domain as "namedDomain",
      content ->> 'kind' as kind, content ->> 'gross' as gross, content ->> 'grossCurrency' as currency,
      (content ->> 'collectedAt')::timestamptz as "collectedAt"
    from misplaced_sales
    where workspace_id = $1 and app_id = $2 and ($3::text is null or platform_id > $3)
    order by platform_id
    limit $4`,
}

/** Lists the sales that wait to be moved, or to be named rightly, by their ids. */
export async function listMisplaced(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { after, limit }: ListPage,
): Promise<readonly MisplacedSale[]> {
  return await database.query<MisplacedSale>(listStatement, [workspaceId, appId, after ?? null, limit])
}
