import {
  attributeUnits,
  explainEntry,
  explainUnit,
  type UnitExplanation,
} from '@affiliate-platform/commission-engine'
import type { Queryable } from '../database/database.ts'
import type { PayoutKey } from '../payouts/payout-view.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { type CommissionRow, listCommissionRows } from './commission-row.ts'
import { listExplainedCollections, listSkipped } from './explain-shop.ts'
import { findExplainedPayout, listPaymentWords, listPayoutLines } from './explained-payout.ts'
import { type Explanation, type SkippedCollection, toExplained } from './explanation.ts'
import { findUnitCommission } from './payout-units.ts'
import { toFacts } from './to-facts.ts'

/** Explains one unit of a payout; `undefined` where there is no such payout or unit. */
export async function explainPayoutUnit(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<UnitExplanation | undefined> {
  const payout = await findExplainedPayout(database, key)
  if (payout === undefined || unit < 1n || unit > BigInt(payout.amount.amountMinor)) return undefined
  const commissionId = await findUnitCommission(database, key, unit)
  if (commissionId === undefined) throw new Error('Each unit of a payout comes from a commission.')
  const [row] = await listCommissionRows(database, key.workspaceId, [commissionId])
  if (row === undefined) throw new Error('A line of a payout is a commission.')
  const words = await listPaymentWords(database, key, payout.amount.currency)
  return explainUnit(unit, payout, toFacts(row, words))
}

/** Explains every line of a payout, and what its shops bought that earns nothing. */
export async function explainPayout(database: Queryable, key: PayoutKey): Promise<Explanation | undefined> {
  const payout = await findExplainedPayout(database, key)
  if (payout === undefined) return undefined
  const lines = await listPayoutLines(database, key)
  const spans = new Map(attributeUnits(lines).map((span) => [span.line.id, span]))
  const words = await listPaymentWords(database, key, payout.amount.currency)
  const rows = await listCommissionRows(
    database,
    key.workspaceId,
    lines.map(({ id }) => id),
  )
  const entries = rows.map((row) => {
    const span = spans.get(row.id)
    const units = span === undefined ? null : { first: `${span.firstUnit}`, last: `${span.lastUnit}` }
    return { ...toExplained(row, payout), ...explainEntry(toFacts(row, words)), units, notPaid: null }
  })
  const skipped: SkippedCollection[] = []
  for (const shop of shopsOf(key.workspaceId, rows)) {
    skipped.push(...listSkipped(await listExplainedCollections(database, shop)))
  }
  return { kind: 'payout', id: key.payoutId, entries, skipped }
}

function shopsOf(workspaceId: string, rows: readonly CommissionRow[]): readonly ShopKey[] {
  const shops = new Map<string, ShopKey>()
  for (const { appId, shopDomain } of rows) {
    if (shopDomain !== null) shops.set(`${appId} ${shopDomain}`, { workspaceId, appId, shopDomain })
  }
  return [...shops.values()]
}
