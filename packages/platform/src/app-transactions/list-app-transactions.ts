import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { AppTransaction } from '../sales/app-transaction.ts'

/** A row of a referred shop's sales, adjustments and credits, in its latest revision. */
export interface AppTransactionRecord
  extends Omit<AppTransaction, 'shopNumber' | 'platformFee' | 'collectedAt' | 'contentHash'> {
  readonly revision: number
  readonly collectedAt: Date
  readonly source: string
  readonly runId: string
  readonly createdAt: Date
}

export interface AppTransactionFilter {
  readonly workspaceId: string
  readonly appId: string
  readonly shopDomain: string | undefined
}

const listStatement: Statement = {
  name: 'app_transactions_list',
  text: `
    select platform_id as "platformId", revision, kind, shop_domain as "shopDomain", charge_id as "chargeId",
      billing_interval as "billingInterval", trim_scale(gross) as gross, gross_currency as "grossCurrency",
      trim_scale(net) as net, net_currency as "netCurrency", collected_at as "collectedAt", source,
      run_id as "runId", created_at as "createdAt"
    from app_transactions app_transaction
    where workspace_id = $1 and app_id = $2
      and ($3::text is null or shop_domain = $3)
      and ($4::text is null or platform_id > $4)
      and not exists (
        select from app_transactions later
        where later.workspace_id = app_transaction.workspace_id
          and later.app_id = app_transaction.app_id
          and later.platform_id = app_transaction.platform_id
          and later.source = app_transaction.source
          and later.revision > app_transaction.revision
      )
    order by platform_id
    limit $5`,
}

/** Lists app transactions by their ids. */
export async function listAppTransactions(
  database: Queryable,
  { workspaceId, appId, shopDomain }: AppTransactionFilter,
  { after, limit }: ListPage,
): Promise<readonly AppTransactionRecord[]> {
  const values = [workspaceId, appId, shopDomain ?? null, after ?? null, limit]
  return await database.query<AppTransactionRecord>(listStatement, values)
}
