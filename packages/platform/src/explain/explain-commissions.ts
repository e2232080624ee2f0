import { type ExplainedPayout, explainEntry } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/database.ts'
import { type CommissionRow, listCommissionRows, rowById } from './commission-row.ts'
import { findExplainedPayout, listPaymentWords } from './explained-payout.ts'
import { type ExplainedCommission, type Explanation, toExplained } from './explanation.ts'
import { noWords, toFacts } from './to-facts.ts'

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

/** Explains commissions by their ids, each with its payout or why it is in none. */
export async function explainCommissions(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly ExplainedCommission[]> {
  const rows = await listCommissionRows(database, workspaceId, ids)
  const payoutIds = [...new Set(rows.map(({ payoutId }) => payoutId))].filter((id) => id !== null)
  const payouts = new Map<string, { payout: ExplainedPayout; words: typeof noWords }>()
  for (const payoutId of payoutIds) {
    const key = { workspaceId, payoutId }
    const payout = await findExplainedPayout(database, key)
    if (payout !== undefined) {
      payouts.set(payoutId, { payout, words: await listPaymentWords(database, key, payout.amount.currency) })
    }
  }
  const decided = await listDecisions(database, workspaceId, rows)
  return rows.map((row) => {
    const paid = payouts.get(row.payoutId ?? '')
    const explained = explainEntry(toFacts(row, paid?.words ?? noWords))
    const notPaid = paid === undefined ? (decided.get(row.id) ?? null) : null
    return { ...toExplained(row, paid?.payout), ...explained, units: null, notPaid }
  })
}

const listDecisionsStatement: Statement = {
  name: 'explain_list_decisions',
  text: `
    select
      commission.id,
      case
        when commission.available_at > now() then 'held until it is available'
        when decision.decision is null then 'no run since it is available'
        when decision.decision = 'paid' then 'due, for the next run'
        when decision.reason is null then 'last run: ' || decision.decision
        else 'last run: ' || decision.decision || ', ' || decision.reason
      end as "notPaid"
    from jsonb_array_elements_text($2::jsonb) wanted (id)
    cross join lateral ${rowById('commissions', 'wanted.id::uuid')} commission
    -- Paid by a run and in no payout: it was posted after the run, or its payout was voided.
    left join lateral (
      select found.decision, found.reason
      from payout_runs run
      join payout_run_decisions found on found.workspace_id = run.workspace_id and found.run_id = run.id
      where run.workspace_id = commission.workspace_id
        and run.as_of >= commission.available_at
        and found.membership_id = commission.membership_id
        and found.currency = commission.currency
      order by run.id desc
      limit 1
    ) decision on true`,
}

async function listDecisions(
  database: Queryable,
  workspaceId: string,
  rows: readonly CommissionRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.filter(({ payoutId }) => payoutId === null).map(({ id }) => id)
  const values = [workspaceId, JSON.stringify(ids)]
  const found = await database.query<{ id: string; notPaid: string }>(listDecisionsStatement, values)
  return new Map(found.map(({ id, notPaid }) => [id, notPaid]))
}
