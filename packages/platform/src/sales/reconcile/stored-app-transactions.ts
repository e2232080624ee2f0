import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import type { AppTransaction } from '../app-transaction.ts'
import type { SaleSource } from '../store/sources.ts'

/** An app transaction of a referred shop in its latest revision. */
export interface StoredAppTransaction
  extends Pick<
    AppTransaction,
    'platformId' | 'kind' | 'shopDomain' | 'gross' | 'grossCurrency' | 'net' | 'netCurrency' | 'contentHash'
  > {
  readonly collectedAt: Date
}

/** A time of recording: from an instant on, and before another. */
export interface SalesWindow {
  readonly from: Date
  readonly to: Date
}

const columns = `
      app_transaction.platform_id as "platformId", app_transaction.kind, app_transaction.shop_domain as "shopDomain",
      trim_scale(app_transaction.gross) as gross, app_transaction.gross_currency as "grossCurrency",
      trim_scale(app_transaction.net) as net, app_transaction.net_currency as "netCurrency",
      app_transaction.collected_at as "collectedAt", encode(app_transaction.content_hash, 'hex') as "contentHash"`

const findStatement: Statement = {
  name: 'reconcile_find_transactions',
  text: `
    select ${columns}
    from unnest($4::text[]) as wanted (id)
    cross join lateral (
      select * from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = wanted.id and source = $3
      order by revision desc
      limit 1
    ) app_transaction`,
}

const listStatement: Statement = {
  name: 'reconcile_list_transactions',
  text: `
    select ${columns}
    from app_transactions app_transaction
    where workspace_id = $1 and app_id = $2
      and ($3::text is null or source = $3)
      and ($4::text is null or platform_id > $4)
      and collected_at >= $5 and collected_at < $6
      and not exists (
        select from app_transactions later
        where later.workspace_id = app_transaction.workspace_id
          and later.app_id = app_transaction.app_id
          and later.platform_id = app_transaction.platform_id
          and later.source = app_transaction.source
          and later.revision > app_transaction.revision
      )
    order by platform_id
    limit $7`,
}

const pageRows = 1000

/** Finds app transactions of a source by their ids. */
export async function findStored(
  database: Queryable,
  { workspaceId, appId, source }: AppScope & { readonly source: SaleSource },
  platformIds: readonly string[],
): Promise<ReadonlyMap<string, StoredAppTransaction>> {
  const rows = await database.query<StoredAppTransaction>(findStatement, [
    workspaceId,
    appId,
    source,
    platformIds,
  ])
  return new Map(rows.map((row) => [row.platformId, row]))
}

/** Walks the app transactions of a window by their ids, a page at a time. */
export async function* walkStored(
  database: Queryable,
  { workspaceId, appId, source, from, to }: AppScope & SalesWindow & { readonly source: SaleSource | null },
): AsyncGenerator<StoredAppTransaction> {
  for (let after: string | null = null; ; ) {
    const values = [workspaceId, appId, source, after, from, to, pageRows]
    const rows: readonly StoredAppTransaction[] = await database.query<StoredAppTransaction>(
      listStatement,
      values,
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last.platformId
  }
}
