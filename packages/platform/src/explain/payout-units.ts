import { attributeUnits, followEatenUnits, type Reversal } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import { type ExplainedRow, listCommissionRows, rowById } from './commission-row.ts'
import { listPayoutLines, readPayoutLines } from './payout-lines.ts'

/** Up to here a payout is attributed whenever it is asked about: its lines are fewer than a page of a list may read. */
const linesMax = 200

const listReversalsStatement: Statement = {
  name: 'payout_units_list_reversals',
  text: `
    select
      commission.amount_minor::text as "amountMinor",
      coalesce(commission.original_platform_id, commission.platform_id) as "salePlatformId"
    from payout_commissions line
    cross join lateral ${rowById('commissions', 'line.commission_id')} commission
    where line.workspace_id = $1 and line.payout_id = $2 and commission.amount_minor <= 0`,
}

// By key, and grouped: without statistics, the planner would join what is eaten line by line.
const insertStatement: Statement = {
  name: 'payout_units_insert',
  text: `
    insert into payout_units (workspace_id, payout_id, last_unit, commission_id)
    select $1, $2, sum(units) over (order by accrued_at, id), id
    from (
      select id, max(accrued_at) as accrued_at, sum(units) as units
      from (
        select commission.id, commission.accrued_at, commission.amount_minor as units
        from payout_commissions line
        cross join lateral ${rowById('commissions', 'line.commission_id')} commission
        where line.workspace_id = $1 and line.payout_id = $2 and commission.amount_minor > 0
        union all
        select id, null, -units
        from jsonb_to_recordset($3) as eaten(id uuid, units numeric)
      ) told
      group by id
      having sum(units) > 0
    ) accrual`,
}

/**
 * Writes down which commission each unit of a new payout comes from, where it has so many lines that nobody should read all
 * of them for one (D148). Of its lines those are held that a reversal can reach (D231).
 */
export async function insertPayoutUnits(
  tx: Queryable,
  key: PayoutKey,
  { lineCount }: { readonly lineCount: number },
): Promise<void> {
  if (lineCount <= linesMax) return
  const { workspaceId, payoutId } = key
  const rows = await tx.query<ReversalRow>(listReversalsStatement, [workspaceId, payoutId])
  const eaten = followEatenUnits(rows.map(toReversal))
  if (rows.length > 0) {
    for await (const lines of readPayoutLines(tx, key)) for (const line of lines) eaten.follow(line)
  }
  const units = Array.from(eaten.units, ([id, count]) => ({ id, units: `${count}` }))
  await tx.query(insertStatement, [workspaceId, payoutId, JSON.stringify(units)])
}

interface ReversalRow {
  readonly amountMinor: string
  readonly salePlatformId: string | null
}

function toReversal({ amountMinor, salePlatformId }: ReversalRow): Reversal {
  return { amountMinor: BigInt(amountMinor), salePlatformId }
}

/** Finds the commission that a unit of a payout comes from, out of all of its lines. */
export async function attributeUnit(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<ExplainedRow | undefined> {
  const spans = attributeUnits(await listPayoutLines(database, key, { areFew: true }))
  const span = spans.find(({ firstUnit, lastUnit }) => firstUnit <= unit && unit <= lastUnit)
  if (span === undefined) return undefined
  const [row] = await listCommissionRows(database, key.workspaceId, [span.line.id])
  return row
}
