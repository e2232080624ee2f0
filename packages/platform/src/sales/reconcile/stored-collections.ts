import type { Queryable, Statement } from '../../database/database.ts'
import type { Collection } from '../collection.ts'
import type { AppKey, SaleSource } from '../store/sources.ts'

/** A collection of a referred shop in its latest revision. */
export interface StoredCollection
  extends Pick<
    Collection,
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
      collection.platform_id as "platformId", collection.kind, collection.shop_domain as "shopDomain",
      trim_scale(collection.gross) as gross, collection.gross_currency as "grossCurrency",
      trim_scale(collection.net) as net, collection.net_currency as "netCurrency",
      collection.collected_at as "collectedAt", encode(collection.content_hash, 'hex') as "contentHash"`

const findStatement: Statement = {
  name: 'reconcile_find_collections',
  text: `
    select ${columns}
    from unnest($4::text[]) as wanted (id)
    cross join lateral (
      select * from collections
      where workspace_id = $1 and app_id = $2 and platform_id = wanted.id and source = $3
      order by revision desc
      limit 1
    ) collection`,
}

const listStatement: Statement = {
  name: 'reconcile_list_collections',
  text: `
    select ${columns}
    from collections collection
    where workspace_id = $1 and app_id = $2
      and ($3::text is null or source = $3)
      and ($4::text is null or platform_id > $4)
      and collected_at >= $5 and collected_at < $6
      and not exists (
        select from collections later
        where later.workspace_id = collection.workspace_id
          and later.app_id = collection.app_id
          and later.platform_id = collection.platform_id
          and later.source = collection.source
          and later.revision > collection.revision
      )
    order by platform_id
    limit $7`,
}

const pageRows = 1000

/** Finds collections of a source by their ids. */
export async function findStored(
  database: Queryable,
  { workspaceId, appId, source }: AppKey & { readonly source: SaleSource },
  platformIds: readonly string[],
): Promise<ReadonlyMap<string, StoredCollection>> {
  const rows = await database.query<StoredCollection>(findStatement, [
    workspaceId,
    appId,
    source,
    platformIds,
  ])
  return new Map(rows.map((row) => [row.platformId, row]))
}

/** Walks the collections of a window by their ids, a page at a time. */
export async function* walkStored(
  database: Queryable,
  { workspaceId, appId, source, from, to }: AppKey & SalesWindow & { readonly source: SaleSource | null },
): AsyncGenerator<StoredCollection> {
  for (let after: string | null = null; ; ) {
    const values = [workspaceId, appId, source, after, from, to, pageRows]
    const rows: readonly StoredCollection[] = await database.query<StoredCollection>(listStatement, values)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last.platformId
  }
}
