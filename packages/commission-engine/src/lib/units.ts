import { followEatenUnits, type PayoutLine } from './eaten-units.ts'
import { byText } from './order.ts'

/** Units of a payout that come from one line: from `firstUnit` to `lastUnit`, both included. The first unit is 1. */
export interface UnitSpan<Line extends PayoutLine> {
  readonly line: Line
  readonly firstUnit: bigint
  readonly lastUnit: bigint
}

/**
 * Says which commission each unit of a payout comes from. Reversals eat units of the same sale before them, then the
 * nearest ones before them, then the ones after; what is left is the payout.
 *
 * @param lines - of one payout, in any order
 * @returns the spans of the accruals with units left, without a gap, by time and id. Their units add up to the payout
 *
 * @example
 * ```ts
 * const span = attributeUnits(lines).find(({ firstUnit, lastUnit }) => firstUnit <= unit && unit <= lastUnit)
 * ```
 */
export function attributeUnits<Line extends PayoutLine>(lines: readonly Line[]): readonly UnitSpan<Line>[] {
  const eaten = followEatenUnits(lines.filter(({ amountMinor }) => amountMinor <= 0n))
  const inOrder = lines.toSorted((a, b) => a.accruedAtMs - b.accruedAtMs || byText(a.id, b.id))
  for (const line of inOrder) eaten.follow(line)
  let lastUnit = 0n
  return inOrder.flatMap((line) => {
    const units = line.amountMinor - (eaten.units.get(line.id) ?? 0n)
    if (units <= 0n) return []
    const firstUnit = lastUnit + 1n
    lastUnit += units
    return [{ line, firstUnit, lastUnit }]
  })
}
