import {
  attributeUnits,
  type ExplainedPayout,
  explainEntry,
  explainUnit,
  type PayoutLine,
  type UnitExplanation,
  type UnitSpan,
} from '@affiliate-platform/commission-engine'
import type { Queryable } from '../database/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { listCommissionRows } from './commission-row.ts'
import { listExplainedCollections, listSkipped } from './explain-shop.ts'
import { findExplainedPayout, listPaymentWords, listPayoutLines, type ShopLine } from './explained-payout.ts'
import {
  type ExplainedCommission,
  type Explanation,
  type SkippedCollection,
  toExplained,
} from './explanation.ts'
import { findUnit } from './find-unit.ts'
import { attributeUnit } from './payout-units.ts'
import { toFacts } from './to-facts.ts'

/** Explains one unit of a payout; `undefined` where there is no such payout or unit. */
export async function explainPayoutUnit(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<UnitExplanation | undefined> {
  const found = await findUnit(database, key, unit)
  if (found === undefined || unit < 1n || unit > BigInt(found.payout.amount.amountMinor)) return undefined
  const row = found.row ?? (await attributeUnit(database, key, unit))
  if (row === undefined) throw new Error('Each unit of a payout comes from a commission.')
  return explainUnit(unit, found.payout, toFacts(row, found.words))
}

/** Explains every line of a payout, and what its shops bought that earns nothing. */
export async function explainPayout(database: Queryable, key: PayoutKey): Promise<Explanation | undefined> {
  const payout = await findExplainedPayout(database, key)
  if (payout === undefined) return undefined
  const lines = await listPayoutLines(database, key)
  const entries = await explainLines(database, key, { payout, spans: attributeUnits(lines), lines })
  const skipped: SkippedCollection[] = []
  for (const shop of shopsOf(key.workspaceId, lines)) {
    skipped.push(...listSkipped(await listExplainedCollections(database, shop)))
  }
  return { kind: 'payout', id: key.payoutId, entries, skipped }
}

/** Explains some lines of a payout. */
export async function explainLines(
  database: Queryable,
  key: PayoutKey,
  { payout, spans, lines }: PayoutPart,
): Promise<readonly ExplainedCommission[]> {
  const spanOf = new Map(spans.map((span) => [span.line.id, span]))
  const words = await listPaymentWords(database, key, payout.amount.currency)
  const ids = lines.map(({ id }) => id)
  const rows = await listCommissionRows(database, key.workspaceId, ids)
  return rows.map((row) => {
    const span = spanOf.get(row.id)
    const units = span === undefined ? null : { first: `${span.firstUnit}`, last: `${span.lastUnit}` }
    return { ...toExplained(row, payout), ...explainEntry(toFacts(row, words)), units, notPaid: null }
  })
}

/** Lines of a payout, and which units come from any of its lines. */
interface PayoutPart {
  readonly payout: ExplainedPayout
  readonly spans: readonly UnitSpan<PayoutLine>[]
  readonly lines: readonly PayoutLine[]
}

function shopsOf(workspaceId: string, lines: readonly ShopLine[]): readonly ShopKey[] {
  const shops = new Map<string, ShopKey>()
  for (const { appId, shopDomain } of lines) {
    if (shopDomain !== null) shops.set(`${appId} ${shopDomain}`, { workspaceId, appId, shopDomain })
  }
  return [...shops.values()]
}
