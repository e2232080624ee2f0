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
  const accruals: Accrual<Line>[] = []
  // Those with units left, the nearest last. What is eaten never grows again, so that each leaves them once.
  const living: Accrual<Line>[] = []
  const livingOfSale = groupBySale<Accrual<Line>>()
  let debt = 0n
  for (const line of lines.toSorted((a, b) => a.accruedAtMs - b.accruedAtMs || byText(a.id, b.id))) {
    if (line.amountMinor <= 0n) {
      debt = eatNearest(living, eatNearest(livingOfSale(line), debt - line.amountMinor))
      continue
    }
    const eaten = min(debt, line.amountMinor)
    debt -= eaten
    const accrual = { line, units: line.amountMinor - eaten }
    for (const list of [accruals, living, livingOfSale(line)]) list.push(accrual)
  }
  return toSpans(accruals)
}

/** A line above 0, and what no reversal has eaten of it. */
interface Accrual<Line extends PayoutLine> {
  readonly line: Line
  units: bigint
}

/** Finds the list of a line's sale; one without a sale has a list that nobody finds again. */
function groupBySale<Item>(): (line: PayoutLine) => Item[] {
  const lists = new Map<string, Item[]>()
  return ({ salePlatformId }) => {
    if (salePlatformId === null) return []
    const list = lists.get(salePlatformId) ?? []
    lists.set(salePlatformId, list)
    return list
  }
}

/** Eats units of the last accruals of a list, takes off it those without any left, and returns the debt that remains. */
function eatNearest(living: { units: bigint }[], debt: bigint): bigint {
  let rest = debt
  for (let nearest = living.at(-1); nearest !== undefined && rest > 0n; nearest = living.at(-1)) {
    const eaten = min(rest, nearest.units)
    nearest.units -= eaten
    rest -= eaten
    if (nearest.units === 0n) living.pop()
  }
  return rest
}

function toSpans<Line extends PayoutLine>(accruals: readonly Accrual<Line>[]): readonly UnitSpan<Line>[] {
  let lastUnit = 0n
  return accruals.flatMap(({ line, units }) => {
    if (units === 0n) return []
    const firstUnit = lastUnit + 1n
    lastUnit += units
    return [{ line, firstUnit, lastUnit }]
  })
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
