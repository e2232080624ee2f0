import { attributeUnits } from '@affiliate-platform/commission-engine'
import { readAtLength } from '../database/statements/at-length.ts'
import type { Database, Statement } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import { rowById } from './commission-row.ts'
import { explainLines, type LineUnits, toUnits } from './explain-commissions.ts'
import { listExplainedTransactions, listSkipped } from './explain-shop.ts'
import type { Explanation } from './explanation.ts'
import { findPaidPayout } from './paid-payout.ts'
import { listPayoutLines } from './payout-lines.ts'

/** How many lines are explained together. */
const partLines = 1000

// By key, and grouped: without statistics, the planner would join lines and units line by line.
const listPartsStatement: Statement = {
  name: 'explain_list_parts',
  text: `
    select
      json_agg(json_build_array(id, first_unit::text, last_unit::text) order by place)::text as part,
      max(max(last_unit)) over () is not null as "hasUnits"
    from (
      select
        line.id, line.last_unit, row_number() over in_order - 1 as place,
        coalesce(max(line.last_unit) over (in_order rows between unbounded preceding and 1 preceding), 0) + 1
          as first_unit
      from (
        select commission_id as id, max(last_unit) as last_unit
        from (
          select commission_id, null::numeric as last_unit
          from payout_commissions
          where workspace_id = $1 and payout_id = $2
          union all
          select commission_id, last_unit
          from payout_units
          where workspace_id = $1 and payout_id = $2
        ) told
        group by commission_id
      ) line
      cross join lateral ${rowById('commissions', 'line.id')} commission
      window in_order as (order by commission.accrued_at, commission.id)
    ) lines
    group by place / ${partLines}
    order by place / ${partLines}`,
}

/**
 * Explains every line of a payout, then what its shops bought that earns nothing, in parts that are whole explanations:
 * nothing but the ids of its lines is held of a payout, however many they are.
 *
 * @returns no part where there is no such payout
 *
 * @example
 * ```ts
 * for await (const { entries } of explainPayoutInParts(database, { workspaceId, payoutId })) print(entries)
 * ```
 */
export async function* explainPayoutInParts(
  database: Database,
  key: PayoutKey,
): AsyncGenerator<Explanation, void, undefined> {
  const { workspaceId, payoutId } = key
  const paid = await findPaidPayout(database, key)
  if (paid === undefined) return
  const part = { kind: 'payout', id: payoutId, entries: [], skipped: [] } as const
  const shops = new Set<string>()
  const explain = (lines: readonly LineUnits[]) => explainLines(database, workspaceId, { paid, lines })
  for await (const entries of oneAhead(listParts(database, key), explain)) {
    for (const { referral } of entries) if (referral !== null) shops.add(referral.shop)
    yield { ...part, entries }
  }
  for (const shopDomain of shops) {
    const shop = { workspaceId, appId: paid.appId, shopDomain }
    const appTransactions = await readAtLength(database, (tx) => listExplainedTransactions(tx, shop))
    yield { ...part, skipped: listSkipped(appTransactions) }
  }
}

/** Begins with the next item before it gives what became of the one before: the database works while that is printed. */
async function* oneAhead<Item, Result>(
  items: AsyncIterable<Item>,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  let running: Promise<Result> | undefined
  for await (const item of items) {
    const next = run(item)
    // Its failure is heard when its turn comes, or another one's is told instead.
    next.catch(() => {})
    if (running !== undefined) yield await running
    running = next
  }
  if (running !== undefined) yield await running
}

async function* listParts(
  database: Database,
  key: PayoutKey,
): AsyncGenerator<readonly LineUnits[], void, undefined> {
  const values = [key.workspaceId, key.payoutId]
  const parts = await readAtLength(database, (tx) => tx.query<PartRow>(listPartsStatement, values))
  for (const { part, hasUnits } of parts) {
    // Of few lines the units are not written down (D148).
    if (!hasUnits) return yield await attribute(database, key)
    const lines: readonly [id: string, first: string, last: string | null][] = JSON.parse(part)
    yield lines.map(([id, first, last]) => ({ id, units: last === null ? null : { first, last } }))
  }
}

interface PartRow {
  readonly part: string
  readonly hasUnits: boolean
}

async function attribute(database: Database, key: PayoutKey): Promise<readonly LineUnits[]> {
  const lines = await listPayoutLines(database, key)
  const units = toUnits(attributeUnits(lines))
  return lines.map(({ id }) => ({ id, units: units.get(id) ?? null }))
}
