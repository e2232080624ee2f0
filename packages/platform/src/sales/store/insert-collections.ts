import type { Queryable, Statement } from '../../database/database.ts'
import type { Collection } from '../collection.ts'
import type { AppKey, SaleSource } from './sources.ts'

/** The import that rows come from. */
export interface ImportRun extends AppKey {
  readonly id: string
  readonly source: SaleSource
}

/** What became of rows. */
export interface RowCounts {
  readonly added: number
  readonly revised: number
  readonly known: number
}

/** What became of rows, and which of them another source has told. */
export interface InsertedRows extends RowCounts {
  readonly foreign: readonly Collection[]
}

// A row's own look-ups, whose order names the primary key: without statistics, all indexes seem alike to the planner.
const insertStatement: Statement = {
  name: 'collections_insert',
  text: `
    insert into collections
      (workspace_id, app_id, source, run_id, platform_id, revision, shop_domain, shop_number, kind, charge_id,
       billing_interval, gross, gross_currency, net, net_currency, platform_fee, collected_at, content_hash)
    select $1, $2, $3, $4, sent."platformId", coalesce(latest.revision, 0) + 1, sent."shopDomain", sent."shopNumber",
      sent.kind, sent."chargeId", sent."billingInterval", sent.gross, sent."grossCurrency", sent.net,
      sent."netCurrency", sent."platformFee", date_trunc('milliseconds', sent."collectedAt"),
      decode(sent."contentHash", 'hex')
    from jsonb_to_recordset($5) as sent (
      "platformId" text, "shopDomain" text, "shopNumber" text, "kind" text, "chargeId" text, "billingInterval" text,
      "gross" numeric, "grossCurrency" text, "net" numeric, "netCurrency" text, "platformFee" numeric,
      "collectedAt" timestamptz, "contentHash" text
    )
    left join lateral (
      select revision from collections
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
      order by revision desc
      limit 1
    ) latest on true
    left join lateral (
      select 1 as is_known from collections
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
        and content_hash = decode(sent."contentHash", 'hex')
      order by revision desc
      limit 1
    ) known on true
    where known.is_known is null
    order by sent."platformId" collate "C"
    on conflict do nothing
    returning platform_id as "platformId", revision`,
}

// Rows that were not inserted. A sale's first revision is told by one source (`collections_one_source_per_sale`).
const findStoredStatement: Statement = {
  name: 'collections_find_stored',
  text: `
    select sent."platformId", first.source <> $3 as "isForeign"
    from jsonb_to_recordset($4) as sent ("platformId" text, "contentHash" text)
    cross join lateral (
      select source from collections
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and revision = 1
      limit 1
    ) first
    left join lateral (
      select 1 as is_known from collections
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
        and content_hash = decode(sent."contentHash", 'hex')
      order by revision desc
      limit 1
    ) known on true
    where first.source <> $3 or known.is_known is not null`,
}

/**
 * Adds rows that are not known yet: a new one, or a further revision of one with other content. The same content again
 * is known, also when a later revision stands (D63). A row that another source has told is left out (D168).
 */
export async function insertCollections(
  tx: Queryable,
  run: ImportRun,
  rows: readonly Collection[],
): Promise<InsertedRows> {
  let pending = rows
  let counts: InsertedRows = { added: 0, revised: 0, known: 0, foreign: [] }
  // Each round takes one content of each row. A row that a rival import adds meanwhile comes to the next one.
  while (pending.length > 0) {
    const round = [...new Map(pending.map((row) => [row.platformId, row])).values()]
    const { settled, ...found } = await insertRound(tx, run, round)
    counts = {
      added: counts.added + found.added,
      revised: counts.revised + found.revised,
      known: counts.known + found.known,
      foreign: [...counts.foreign, ...found.foreign],
    }
    pending = pending.filter((row) => !settled.has(row))
  }
  return counts
}

async function insertRound(
  tx: Queryable,
  { workspaceId, appId, source, id }: ImportRun,
  round: readonly Collection[],
): Promise<InsertedRows & { readonly settled: ReadonlySet<Collection> }> {
  const values = [workspaceId, appId, source]
  const inserted = await tx.query<{ platformId: string; revision: number }>(insertStatement, [
    ...values,
    id,
    JSON.stringify(round),
  ])
  const insertedIds = new Set(inserted.map(({ platformId }) => platformId))
  const others = round.filter(({ platformId }) => !insertedIds.has(platformId))
  const stored = await findStored(tx, values, others)
  const added = inserted.filter(({ revision }) => revision === 1).length
  const foreign = others.filter(({ platformId }) => stored.get(platformId) === true)
  return {
    ...{ added, revised: inserted.length - added, known: stored.size - foreign.length, foreign },
    settled: new Set(round.filter(({ platformId }) => insertedIds.has(platformId) || stored.has(platformId))),
  }
}

/** Which rows were there: whether it is another source that has told them, by `platformId`. */
async function findStored(
  tx: Queryable,
  values: readonly string[],
  rows: readonly Collection[],
): Promise<ReadonlyMap<string, boolean>> {
  if (rows.length === 0) return new Map()
  const stored = await tx.query<{ platformId: string; isForeign: boolean }>(findStoredStatement, [
    ...values,
    JSON.stringify(rows),
  ])
  return new Map(stored.map(({ platformId, isForeign }) => [platformId, isForeign]))
}
