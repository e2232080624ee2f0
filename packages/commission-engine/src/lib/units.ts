import { byText } from './order.ts'

/** A line of a payout, as far as its units go. */
export interface PayoutLine {
  readonly id: string
  /** Minor units, below 0 for what is taken back. */
  readonly amountMinor: bigint
  readonly accruedAtMs: number
  /** The sale behind it, or `null`. A reversal eats its own sale's units before others. */
  readonly salePlatformId: string | null
}

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
  const left: { readonly line: Line; units: bigint }[] = []
  let debt = 0n
  for (const line of lines.toSorted((a, b) => a.accruedAtMs - b.accruedAtMs || byText(a.id, b.id))) {
    if (line.amountMinor > 0n) {
      const eaten = min(debt, line.amountMinor)
      debt -= eaten
      left.push({ line, units: line.amountMinor - eaten })
      continue
    }
    debt -= line.amountMinor
    for (const accrual of inEatingOrder(left, line)) {
      const eaten = min(debt, accrual.units)
      accrual.units -= eaten
      debt -= eaten
    }
  }
  return toSpans(left)
}

function inEatingOrder<Item extends { readonly line: PayoutLine }>(
  before: readonly Item[],
  { salePlatformId }: PayoutLine,
): readonly Item[] {
  const nearest = before.toReversed()
  const isOwn = ({ line }: Item): boolean => salePlatformId !== null && line.salePlatformId === salePlatformId
  return [...nearest.filter(isOwn), ...nearest.filter((item) => !isOwn(item))]
}

function toSpans<Line extends PayoutLine>(
  left: readonly { readonly line: Line; readonly units: bigint }[],
): readonly UnitSpan<Line>[] {
  let lastUnit = 0n
  return left.flatMap(({ line, units }) => {
    if (units === 0n) return []
    const firstUnit = lastUnit + 1n
    lastUnit += units
    return [{ line, firstUnit, lastUnit }]
  })
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
