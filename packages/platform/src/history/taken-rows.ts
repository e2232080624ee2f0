import type { Queryable, Statement } from '../database/statements/database.ts'
import type { HistoryKind } from './history-row.ts'
import type { HistoryScope } from './store.ts'

/** A row that is taken, with what it belongs to here. */
export interface TakenRow {
  readonly sourceId: string
  readonly recordId: string
  readonly isKnown: boolean
  readonly programRecordId: string
  /** Null for a program and a member. */
  readonly memberRecordId: string | null
  /** Of the referral that a claim led to. */
  readonly referralRecordId: string | null
  readonly name: string | null
  readonly shopDomain: string | null
  readonly amountMinor: string | null
  readonly currency: string | null
  readonly occurredAt: Date | null
  readonly endedAt: Date | null
  readonly state: string | null
  readonly lineCount: number
  readonly linesMinor: string
  /** As JSON. */
  readonly content: string
}

const recordSql = (kind: string, sourceId: string): string => `(
        select record_id from history_rows other
        where other.workspace_id = $1 and other.import_id = $2 and other.kind = '${kind}'
          and other.source_id = ${sourceId}
        limit 1
      )`

const listStatement: Statement = {
  name: 'history_list_taken',
  text: `
    select
      row.source_id as "sourceId", row.record_id as "recordId", row.is_known as "isKnown",
      ${recordSql('program', "coalesce(row.program_id, split_part(row.member_id, '/', 2))")} as "programRecordId",
      ${recordSql('member', 'row.member_id')} as "memberRecordId", ${recordSql('referral', 'row.referral_id')} as "referralRecordId", row.name, row.shop_domain as "shopDomain",
      row.amount_minor::text as "amountMinor", row.currency, row.occurred_at as "occurredAt",
      row.ended_at as "endedAt", row.state, row.line_count as "lineCount", row.lines_minor::text as "linesMinor",
      row.content::text as content
    from history_rows row
    where row.workspace_id = $1 and row.import_id = $2 and row.kind = $3 and row.source_id > $4 collate "C"
      and row.reason is null
    order by row.source_id
    limit $5`,
}

/** Lists the next rows of a kind that are taken, in the order of their names. */
export async function listTaken(
  tx: Queryable,
  { workspaceId, importId }: HistoryScope,
  { kind, after, limit }: { readonly kind: HistoryKind; readonly after: string; readonly limit: number },
): Promise<readonly TakenRow[]> {
  return await tx.query<TakenRow>(listStatement, [workspaceId, importId, kind, after, limit])
}

const insertRecordsStatement: Statement = {
  name: 'history_insert_records',
  text: `
    insert into history_records (workspace_id, app_id, source, kind, source_id, import_id, record_id)
    select $1, $3, $4, $5, made."sourceId", $2, made."recordId"
    from jsonb_to_recordset($6) as made("sourceId" text, "recordId" uuid)`,
}

/** Links imported rows to the records that were made of them, so that a later import and an undo find these. */
export async function insertRecords(
  tx: Queryable,
  { workspaceId, importId, appId, source }: HistoryScope,
  {
    kind,
    rows,
  }: {
    readonly kind: HistoryKind | 'difference'
    readonly rows: readonly Pick<TakenRow, 'sourceId' | 'recordId'>[]
  },
): Promise<void> {
  const made = rows.map(({ sourceId, recordId }) => ({ sourceId, recordId }))
  await tx.query(insertRecordsStatement, [workspaceId, importId, appId, source, kind, JSON.stringify(made)])
}
