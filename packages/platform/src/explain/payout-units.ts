import { attributeUnits } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/database.ts'
import type { PayoutKey } from '../payouts/payout-view.ts'
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

const findStatement: Statement = {
  name: 'payout_units_find',
  text: `
    select commission_id as id
    from payout_units
    where workspace_id = $1 and payout_id = $2 and last_unit >= $3
    order by last_unit
    limit 1`,
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

/** Finds the commission that a unit of a payout comes from, by its id. */
export async function findUnitCommission(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<string | undefined> {
  const values = [key.workspaceId, key.payoutId, `${unit}`]
  const [found] = await database.query<{ readonly id: string }>(findStatement, values)
  if (found !== undefined) return found.id
  const spans = attributeUnits(await listPayoutLines(database, key))
  return spans.find(({ firstUnit, lastUnit }) => firstUnit <= unit && unit <= lastUnit)?.line.id
}
