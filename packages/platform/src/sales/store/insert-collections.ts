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

const areKnownStatement: Statement = {
  name: 'collections_are_known',
  text: `
    select sent."platformId"
    from jsonb_to_recordset($4) as sent ("platformId" text, "contentHash" text)
    cross join lateral (
      select 1 from collections
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
        and content_hash = decode(sent."contentHash", 'hex')
      order by revision desc
      limit 1
    ) known`,
}

/**
 * Adds rows that are not known yet: a new one, or a further revision of one with other content. The same content again
 * is known, also when a later revision stands (D63).
 */
export async function insertCollections(
  tx: Queryable,
  run: ImportRun,
  rows: readonly Collection[],
): Promise<RowCounts> {
  let pending = rows
  let counts: RowCounts = { added: 0, revised: 0, known: 0 }
  // Each round takes one content of each row. A row that a rival import adds meanwhile comes to the next one.
  while (pending.length > 0) {
    const round = [...new Map(pending.map((row) => [row.platformId, row])).values()]
    const { settled, ...found } = await insertRound(tx, run, round)
    counts = {
      added: counts.added + found.added,
      revised: counts.revised + found.revised,
      known: counts.known + found.known,
    }
    pending = pending.filter((row) => !settled.has(row))
  }
  return counts
}

async function insertRound(
  tx: Queryable,
  { workspaceId, appId, source, id }: ImportRun,
  round: readonly Collection[],
): Promise<RowCounts & { readonly settled: ReadonlySet<Collection> }> {
  const values = [workspaceId, appId, source]
  const inserted = await tx.query<{ platformId: string; revision: number }>(insertStatement, [
    ...values,
    id,
    JSON.stringify(round),
  ])
  const insertedIds = new Set(inserted.map(({ platformId }) => platformId))
  const others = round.filter(({ platformId }) => !insertedIds.has(platformId))
  const sent = [...values, JSON.stringify(others)]
  const known = others.length === 0 ? [] : await tx.query<{ platformId: string }>(areKnownStatement, sent)
  const knownIds = new Set(known.map(({ platformId }) => platformId))
  const isSettled = ({ platformId }: Collection) => insertedIds.has(platformId) || knownIds.has(platformId)
  const added = inserted.filter(({ revision }) => revision === 1).length
  return {
    added,
    revised: inserted.length - added,
    known: known.length,
    settled: new Set(round.filter(isSettled)),
  }
}
