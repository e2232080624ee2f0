import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { insertPayoutUnits } from '../explain/payout-units.ts'
import { type HistoryScope, sourceNames } from './store.ts'
import { insertPaidStatement, recordPaidStatement } from './take-commissions.ts'
import { insertRecords, type TakenRow } from './taken-rows.ts'

const insertStatement: Statement = {
  name: 'history_insert_payouts',
  text: `
    insert into payouts
      (workspace_id, id, app_id, program_id, membership_id, amount_minor, currency, line_count, actor, created_at)
    select $1, told."recordId", $2, told."programRecordId", told."memberRecordId", told."amountMinor", told.currency,
      told.lines, $4, date_trunc('milliseconds', now())
    from jsonb_to_recordset($3) as told(
      "recordId" uuid, "programRecordId" uuid, "memberRecordId" uuid, "amountMinor" numeric, currency text, lines integer
    )`,
}

const insertDifferencesStatement: Statement = {
  name: 'history_insert_differences',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
       available_at, actor, payout_id)
    select $1, told."differenceId", $2, told."programRecordId", told."memberRecordId", told.currency,
      case when told.difference < 0 then 'reversal' else 'accrual' end, 'imported', told.difference,
      $5::text || ' payout ' || told.name || ': what its commissions do not come to', told."occurredAt", told."occurredAt", $4,
      told."recordId"
    from jsonb_to_recordset($3) as told(
      "recordId" uuid, "differenceId" uuid, "programRecordId" uuid, "memberRecordId" uuid, currency text, difference numeric, name text,
      "occurredAt" timestamptz
    )
    where told.difference <> 0`,
}

const insertLinesStatement: Statement = {
  name: 'history_insert_lines',
  text: `
    insert into payout_commissions (workspace_id, payout_id, commission_id)
    select $1, paid."recordId", row.record_id
    from jsonb_to_recordset($3) as paid("recordId" uuid, "sourceId" text)
    cross join lateral (
      select * from history_rows
      where workspace_id = $1 and import_id = $2 and payout_id = paid."sourceId"
      order by number
      offset 0
    ) row
    where row.kind = 'commission' and row.reason is null
    union all
    select $1, told."recordId", told."differenceId"
    from jsonb_to_recordset($3) as told("recordId" uuid, "differenceId" uuid, difference numeric)
    where told.difference <> 0`,
}

const insertReportsStatement: Statement = {
  name: 'history_insert_reports',
  text: `
    insert into payment_reports
      (workspace_id, id, payout_id, amount_minor, method, reference, paid_at, created_at, actor)
    select $1, told.id, told."payoutId", told."amountMinor", told.method, told.reference, told."paidAt",
      date_trunc('milliseconds', now()), $3
    from jsonb_to_recordset($2) as told(
      id uuid, "payoutId" uuid, "amountMinor" numeric, method text, reference text, "paidAt" timestamptz
    )
    where told."amountMinor" > 0`,
}

interface PayoutContent {
  readonly paidMinor: string
  readonly method: string
}

/** Adds payouts that were paid, each with its commissions and what was reported of its payment. */
export async function takePayouts(
  tx: Queryable,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const { workspaceId, importId, appId, source, actor } = scope
  const label = sourceNames[source]
  const payouts = rows.map(toPayout)
  const json = JSON.stringify(payouts)
  const names = payouts.map(({ sourceId }) => sourceId)
  await tx.query(insertStatement, [workspaceId, appId, json, actor])
  await tx.query(insertPaidStatement, [workspaceId, importId, appId, actor, names, label])
  await tx.query(recordPaidStatement, [workspaceId, importId, appId, source, names])
  await tx.query(insertDifferencesStatement, [workspaceId, appId, json, actor, label])
  await tx.query(insertLinesStatement, [workspaceId, importId, json])
  const reports = payouts.flatMap((payout) => toReports(payout, label))
  await tx.query(insertReportsStatement, [workspaceId, JSON.stringify(reports), actor])
  await insertRecords(tx, scope, { kind: 'payout', rows })
  const different = payouts.filter(({ difference }) => difference !== '0')
  const differences = different.map(({ sourceId, differenceId: recordId }) => ({ sourceId, recordId }))
  await insertRecords(tx, scope, { kind: 'difference', rows: differences })
  for (const { recordId: payoutId, lines } of payouts)
    await insertPayoutUnits(tx, { workspaceId, payoutId }, { lineCount: lines })
}

/** What a payout paid beside its commissions, or did not pay of them, is a line of its own: both sums are kept. */
function toPayout(row: TakenRow) {
  const difference = BigInt(row.amountMinor ?? '0') - BigInt(row.linesMinor)
  const lines = row.lineCount + (difference === 0n ? 0 : 1)
  return { ...row, difference: `${difference}`, lines, differenceId: newId() }
}

// Where less went out than was owed, the rest was kept on the way: it is not owed again (D422).
function toReports(
  { recordId: payoutId, name, amountMinor, occurredAt: paidAt, content }: TakenRow,
  label: string,
) {
  const { paidMinor, method } = JSON.parse(content) as PayoutContent
  const amount = BigInt(amountMinor ?? '0')
  const paid = BigInt(paidMinor) < amount ? BigInt(paidMinor) : amount
  const reference = `${label} payout ${name}`
  return [
    { id: newId(), payoutId, amountMinor: `${paid}`, method, reference, paidAt },
    {
      id: newId(),
      payoutId,
      amountMinor: `${amount - paid}`,
      method: 'fee',
      reference: `kept of ${reference}`,
      paidAt,
    },
  ]
}
