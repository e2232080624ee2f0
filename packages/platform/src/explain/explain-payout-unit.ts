import { explainUnit, type UnitExplanation } from '@affiliate-platform/commission-engine'
import type { Queryable } from '../database/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
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
