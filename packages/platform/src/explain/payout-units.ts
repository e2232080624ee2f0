import { attributeUnits } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import { type CommissionRow, listCommissionRows } from './commission-row.ts'
import { listPayoutLines } from './explained-payout.ts'

/** Up to here a payout is attributed whenever it is asked about: its lines are fewer than a page of a list may read. */
const linesMax = 200

/** How many rows one statement inserts. */
const partRows = 5000

const insertStatement: Statement = {
  name: 'payout_units_insert',
  text: `
    insert into payout_units (workspace_id, payout_id, last_unit, commission_id)
    select $1, $2, last_unit, commission_id
    from jsonb_to_recordset($3) as part(last_unit numeric, commission_id uuid)`,
}

/**
 * Writes down which commission each unit of a new payout comes from, where it has so many lines that nobody should read all
 * of them for one (D148).
 */
export async function insertPayoutUnits(
  tx: Queryable,
  key: PayoutKey,
  { lineCount }: { readonly lineCount: number },
): Promise<void> {
  if (lineCount <= linesMax) return
  const spans = attributeUnits(await listPayoutLines(tx, key))
  const rows = spans.map(({ line, lastUnit }) => ({ last_unit: `${lastUnit}`, commission_id: line.id }))
  for (let start = 0; start < rows.length; start += partRows) {
    const part = JSON.stringify(rows.slice(start, start + partRows))
    await tx.query(insertStatement, [key.workspaceId, key.payoutId, part])
  }
}

/** Finds the commission that a unit of a payout comes from, out of all of its lines. */
export async function attributeUnit(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<CommissionRow | undefined> {
  const spans = attributeUnits(await listPayoutLines(database, key))
  const span = spans.find(({ firstUnit, lastUnit }) => firstUnit <= unit && unit <= lastUnit)
  if (span === undefined) return undefined
  const [row] = await listCommissionRows(database, key.workspaceId, [span.line.id])
  return row
}
