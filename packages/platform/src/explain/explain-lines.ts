import {
  type ExplainedPayout,
  explainEntry,
  type PayoutLine,
  type UnitSpan,
} from '@affiliate-platform/commission-engine'
import type { Queryable } from '../database/database.ts'
import { listCommissionRows } from './commission-row.ts'
import { type ExplainedCommission, toExplained } from './explanation.ts'
import { type PaymentWords, toFacts } from './to-facts.ts'

/** A line of a payout, and its units. */
export interface LineUnits {
  readonly id: string
  readonly units: ExplainedCommission['units']
}

/** Some lines of a payout. */
interface PayoutPart {
  readonly payout: ExplainedPayout
  readonly words: PaymentWords
  readonly lines: readonly LineUnits[]
}

/** The units of a line as an explanation shows them. */
export function toUnits({ firstUnit, lastUnit }: UnitSpan<PayoutLine>): ExplainedCommission['units'] {
  return { first: `${firstUnit}`, last: `${lastUnit}` }
}

/** Explains some lines of a payout, in the order of their accrual. */
export async function explainLines(
  database: Queryable,
  workspaceId: string,
  { payout, words, lines }: PayoutPart,
): Promise<readonly ExplainedCommission[]> {
  const unitsOf = new Map(lines.map(({ id, units }) => [id, units]))
  const rows = await listCommissionRows(database, workspaceId, [...unitsOf.keys()])
  return rows.map((row) => {
    const explained = { ...toExplained(row, payout), ...explainEntry(toFacts(row, words)) }
    return { ...explained, units: unitsOf.get(row.id) ?? null, notPaid: null }
  })
}
