import type { PayoutLine, UnitSpan } from '@affiliate-platform/commission-engine'
import type { NotPaid } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { objectSql } from '../records/wire-sql.ts'
import { type ExplainedRow, instantText, listCommissionRows, rowById } from './commission-row.ts'
import { explainRow } from './explain-row.ts'
import type { ExplainedCommission, Explanation } from './explanation.ts'
import { findPaidPayout, type PaidPayout } from './paid-payout.ts'

export interface LineUnits {
  readonly id: string
  readonly units: ExplainedCommission['units']
}

/** Explains one commission, also one that is in no payout yet. */
export async function explainCommission(
  database: Queryable,
  workspaceId: string,
  commissionId: string,
): Promise<Explanation | undefined> {
  const entries = await explainCommissions(database, workspaceId, [commissionId])
  if (entries.length === 0) return undefined
  return { kind: 'commission', id: commissionId, entries, skipped: [] }
}

/** Explains commissions by their ids, in the order of their accrual, each with its payout or why it is in none. */
export async function explainCommissions(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly ExplainedCommission[]> {
  const rows = await listCommissionRows(database, workspaceId, ids)
  const payouts = new Map<string, PaidPayout | undefined>()
  for (const payoutId of new Set(rows.flatMap(({ payoutId }) => payoutId ?? [])))
    payouts.set(payoutId, await findPaidPayout(database, { workspaceId, payoutId }))
  const decided = await listDecisions(database, workspaceId, rows)
  return rows.map((row) =>
    toEntry(row, payouts.get(row.payoutId ?? ''), { notPaid: decided.get(row.id) ?? null }),
  )
}

/** Explains some lines of a payout, in the order of their accrual. */
export async function explainLines(
  database: Queryable,
  workspaceId: string,
  { paid, lines }: { readonly paid: PaidPayout; readonly lines: readonly LineUnits[] },
): Promise<readonly ExplainedCommission[]> {
  const unitsOf = new Map(lines.map(({ id, units }) => [id, units]))
  const rows = await listCommissionRows(database, workspaceId, [...unitsOf.keys()])
  return rows.map((row) => toEntry(row, paid, { units: unitsOf.get(row.id) ?? null }))
}

/** The units of lines as an explanation shows them. */
export function toUnits(spans: readonly UnitSpan<PayoutLine>[]) {
  return new Map(
    spans.map(({ line, firstUnit, lastUnit }) => [line.id, { first: `${firstUnit}`, last: `${lastUnit}` }]),
  )
}

function toEntry(
  row: ExplainedRow,
  paid: PaidPayout | undefined,
  { units = null, notPaid = null }: Partial<Pick<ExplainedCommission, 'units' | 'notPaid'>>,
): ExplainedCommission {
  const { amountMinor, currency, takenFrom: sale, baseChange: base } = row
  const takenFrom = sale === null || base === null ? null : { ...sale, base }
  const payout = paid?.payout ?? null
  return { payout, amountMinor, currency, ...explainRow(row, paid), takenFrom, units, notPaid }
}

const listDecisionsStatement: Statement = {
  name: 'explain_list_decisions',
  text: `
    select
      commission.id,
      case
        when commission.available_at > now()
          then ${objectSql({ code: "'held'", until: instantText('commission.available_at') })}
        when decision.decision is null
          then ${objectSql({ code: "'no_run'", since: instantText('commission.available_at') })}
        when decision.decision = 'paid' then ${objectSql({ code: "'due'" })}
        when decision.reason is null then ${objectSql({ code: 'decision.decision' })}
        else ${objectSql({ code: 'decision.decision', reason: 'decision.reason' })}
      end as "notPaid"
    from jsonb_array_elements_text($2::jsonb) wanted (id)
    cross join lateral ${rowById('commissions', 'wanted.id::uuid')} commission
    -- Paid by a run and in no payout: it was posted after the run, or its payout was voided.
    left join lateral (
      select found.decision, found.reason
      from payout_runs run
      join payout_run_decisions found on found.workspace_id = $1 and found.run_id = run.id
      where run.workspace_id = $1
        and run.as_of >= commission.available_at
        and found.membership_id = commission.membership_id
        and found.currency = commission.currency
      order by run.created_at desc, run.id desc
      limit 1
    ) decision on true`,
}

async function listDecisions(
  database: Queryable,
  workspaceId: string,
  rows: readonly ExplainedRow[],
): Promise<ReadonlyMap<string, NotPaid>> {
  const ids = rows.filter(({ payoutId }) => payoutId === null).map(({ id }) => id)
  const values = [workspaceId, JSON.stringify(ids)]
  const found = await database.query<{ id: string; notPaid: NotPaid }>(listDecisionsStatement, values)
  return new Map(found.map(({ id, notPaid }) => [id, notPaid]))
}
