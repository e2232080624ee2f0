import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { HistoryRow } from './history-row.ts'
import type { HistoryScope } from './store.ts'

/** How many rows are written together. */
export const rowsPerBatch = 2000

// What was imported before is the same record; so are the program and the member of an import that was undone (D430). Told
// again with another content, neither can be trusted.
const insertStatement: Statement = {
  name: 'history_stage_rows',
  text: `
    insert into history_rows
      (workspace_id, import_id, kind, source_id, file, number, digest, program_id, member_id, referral_id, payout_id,
       name, shop_domain, amount, amount_minor, currency, occurred_at, ended_at, state, content, record_id, is_known,
       reason, detail)
    select
      $1, $2, told.kind, told."sourceId", told.file, told.number, told.digest, told."programId", told."memberId",
      told."referralId", told."payoutId", told.name, told."shopDomain", told.amount, told."amountMinor", told.currency,
      told."occurredAt", told."endedAt", told.state, told.content,
      case
        when not known.is_undone or told.kind in ('program', 'member') then coalesce(known.record_id, told."recordId")
        else told."recordId"
      end,
      coalesce(not known.is_undone, false), told.reason, told.detail
    from jsonb_to_recordset($5) as told(
      kind text, "sourceId" text, file text, number integer, digest text, "programId" text, "memberId" text,
      "referralId" text, "payoutId" text, name text, "shopDomain" text, amount numeric, "amountMinor" numeric,
      currency text, "occurredAt" timestamptz, "endedAt" timestamptz, state text, content jsonb, "recordId" uuid,
      reason text, detail text
    )
    left join lateral (
      select record.record_id, undo.import_id is not null as is_undone
      from history_records record
      left join history_import_undos undo on undo.workspace_id = $1 and undo.import_id = record.import_id
      where record.workspace_id = $1 and record.app_id = $3 and record.source = $4
        and record.kind = told.kind and record.source_id = told."sourceId" collate "C"
      order by undo.import_id is not null, record.import_id desc
      limit 1
    ) known on true
    on conflict (workspace_id, import_id, kind, source_id) do update set reason = 'told_differently'
    where history_rows.digest <> excluded.digest`,
}

/** Writes rows down, each once, with the id of the record that it is or will be. Again it changes nothing. */
export async function stageRows(
  tx: Queryable,
  { workspaceId, importId, appId, source }: HistoryScope,
  rows: readonly HistoryRow[],
): Promise<void> {
  const bySource = new Map<string, HistoryRow>()
  for (const row of rows) {
    const key = `${row.kind} ${row.sourceId}`
    const other = bySource.get(key)
    if (other === undefined) bySource.set(key, row)
    else if (other.digest !== row.digest) bySource.set(key, { ...other, reason: 'told_differently' })
  }
  const staged = Array.from(bySource.values(), (row) => ({ ...row, ...toStorable(row), recordId: newId() }))
  await tx.query(insertStatement, [workspaceId, importId, appId, source, JSON.stringify(staged)])
}

/** An amount that is no number is kept as none: its row says why. */
const toStorable = ({ amount, amountMinor }: HistoryRow) => ({ amount: amountMinor === null ? null : amount })

/** Puts rows together that are written together. */
export async function* inBatches(rows: AsyncIterable<HistoryRow>): AsyncGenerator<readonly HistoryRow[]> {
  let batch: HistoryRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
