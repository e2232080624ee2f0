import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import { timeSql } from '../../database/statements/time.ts'
import type { AppTransaction } from '../app-transaction.ts'
import type { SaleSource } from './sources.ts'

/** The import that rows come from. */
export interface ImportRun extends AppScope {
  readonly id: string
  readonly source: SaleSource
  /** Whether an older content of a sale counts where it is told again (D184). */
  readonly restates: boolean
  /** When it came, where the demo backdates its data (D153). Default: the database's time. */
  readonly importedAt?: Date | undefined
}

export interface RowCounts {
  readonly added: number
  readonly revised: number
  readonly known: number
}

/** What became of rows, and which of them changed nothing, and why. */
export interface InsertedRows extends RowCounts {
  /** Another source has told the sale (D168). */
  readonly foreign: readonly AppTransaction[]
  /** A later content of the sale counts, and the import does not restate it (D184). */
  readonly older: readonly AppTransaction[]
}

// A row's own look-ups, whose order names the primary key: without statistics, all indexes seem alike to the planner.
const lookUps = `
    left join lateral (
      select revision, content_hash, run_id from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
      order by revision desc
      limit 1
    ) latest on true
    left join lateral (
      select revision from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and source = $3
        and content_hash = decode(sent."contentHash", 'hex')
      order by revision desc
      limit 1
    ) same on true`

// What a later import has told counts, also where a file that was cut off before it goes on: a later run has a later id.
const isNew = `
      ($3 <> 'manual_file' or latest.run_id is null or latest.run_id <= $4)
      and case when $5 then latest.content_hash is distinct from decode(sent."contentHash", 'hex')
        else same.revision is null end`

const insertStatement: Statement = {
  name: 'app_transactions_insert',
  text: `
    insert into app_transactions as made
      (workspace_id, app_id, source, run_id, platform_id, revision, shop_domain, shop_number, kind, charge_id,
       billing_interval, gross, gross_currency, net, net_currency, platform_fee, collected_at, content_hash,
       created_at)
    select $1, $2, $3, $4, sent."platformId", coalesce(latest.revision, 0) + 1, sent."shopDomain", sent."shopNumber",
      sent.kind, sent."chargeId", sent."billingInterval", sent.gross, sent."grossCurrency", sent.net,
      sent."netCurrency", sent."platformFee", date_trunc('milliseconds', sent."collectedAt"),
      decode(sent."contentHash", 'hex'), ${timeSql(7)}
    from jsonb_to_recordset($6) as sent (
      "platformId" text, "shopDomain" text, "shopNumber" text, "kind" text, "chargeId" text, "billingInterval" text,
      "gross" numeric, "grossCurrency" text, "net" numeric, "netCurrency" text, "platformFee" numeric,
      "collectedAt" timestamptz, "contentHash" text
    )${lookUps}
    where ${isNew}
    order by sent."platformId" collate "C"
    on conflict do nothing
    returning platform_id as "platformId", revision`,
}

type RowState = 'foreign' | 'added' | 'revised' | 'known' | 'older'

// Rows that were not inserted. A sale's first revision is told by one source (`app_transactions_one_source_per_sale`).
const findStatesStatement: Statement = {
  name: 'app_transactions_find_current',
  text: `
    select sent."platformId",
      case
        when first.source <> $3 then 'foreign'
        when latest.content_hash = decode(sent."contentHash", 'hex') then 'known'
        else 'older'
      end as state
    from jsonb_to_recordset($6) as sent ("platformId" text, "contentHash" text)
    cross join lateral (
      select source from app_transactions
      where workspace_id = $1 and app_id = $2 and platform_id = sent."platformId" and revision = 1
      limit 1
    ) first${lookUps}
    where first.source <> $3 or not (${isNew})`,
}

/**
 * Adds rows that are not known yet: a new one, or a further revision of one with other content than its latest has (D184).
 *
 * @param rows - each with a `platformId` of its own
 */
export async function insertAppTransactions(
  tx: Queryable,
  run: ImportRun,
  rows: readonly AppTransaction[],
): Promise<InsertedRows> {
  const states = new Map<string, RowState>()
  // A row that a rival import adds meanwhile comes to the next round.
  for (let pending = rows; pending.length > 0; ) {
    for (const [platformId, state] of await insertRound(tx, run, pending)) {
      states.set(platformId, state)
    }
    pending = pending.filter(({ platformId }) => !states.has(platformId))
  }
  const listOf = (state: RowState) => rows.filter(({ platformId }) => states.get(platformId) === state)
  return {
    added: listOf('added').length,
    revised: listOf('revised').length,
    known: listOf('known').length,
    foreign: listOf('foreign'),
    older: listOf('older'),
  }
}

async function insertRound(
  tx: Queryable,
  { workspaceId, appId, source, id, restates, importedAt }: ImportRun,
  rows: readonly AppTransaction[],
): Promise<readonly (readonly [platformId: string, RowState])[]> {
  const values = [workspaceId, appId, source, id, restates]
  const inserted = await tx.query<{ platformId: string; revision: number }>(insertStatement, [
    ...values,
    JSON.stringify(rows),
    importedAt ?? null,
  ])
  const insertedIds = new Set(inserted.map(({ platformId }) => platformId))
  const others = rows.filter(({ platformId }) => !insertedIds.has(platformId))
  const found =
    others.length === 0
      ? []
      : await tx.query<{ platformId: string; state: RowState }>(findStatesStatement, [
          ...values,
          JSON.stringify(others),
        ])
  return [
    ...inserted.map(
      ({ platformId, revision }) => [platformId, revision === 1 ? 'added' : 'revised'] as const,
    ),
    ...found.map(({ platformId, state }) => [platformId, state] as const),
  ]
}
