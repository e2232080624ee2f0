import type { Slice, SuiteResult } from '../runner/result.ts'

/** A median with the middle half of the values around it. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** The median and the quartiles; undefined without a value. */
export function toSpread(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) }
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** The slices that count. */
export interface Counted {
  readonly slices: readonly Slice[]
  /** Whether so few slices were quiet that the disturbed ones count too: such figures are not to be quoted. */
  readonly isNoisy: boolean
}

/** Drops slices during which others took the cores, unless hardly any is left of some case. */
export function countSlices({ slices }: Pick<SuiteResult, 'slices'>): Counted {
  const quiet = slices.filter(({ isQuiet }) => isQuiet)
  const toGroup = (slice: Slice) => `${slice.case}/${slice.connections}`
  const countOf = (group: string, among: readonly Slice[]) =>
    among.filter((slice) => toGroup(slice) === group).length
  const groups = new Set(slices.map(toGroup))
  const isNoisy = [...groups].some((group) => countOf(group, quiet) * 2 < countOf(group, slices))
  return { slices: isNoisy ? slices : quiet, isNoisy }
}

/** Which figure of which case. */
export interface Place {
  readonly case: string
  readonly connections: number
  readonly figure: string
}

/** A figure over all rounds. */
export function spreadOf({ slices }: Counted, place: Place): Spread | undefined {
  return toSpread(valuesOf(slices, place).map(([, value]) => value))
}

/** A figure of one case divided by that of another, pair by pair within the same round. */
export function ratioOf({ slices }: Counted, of: Place, against: string): Spread | undefined {
  const divisors = new Map(valuesOf(slices, { ...of, case: against }))
  const ratios = valuesOf(slices, of).flatMap(([round, value]) => {
    const divisor = divisors.get(round)
    return divisor === undefined ? [] : [value / divisor]
  })
  return toSpread(ratios)
}

function valuesOf(slices: readonly Slice[], place: Place): readonly (readonly [number, number])[] {
  return slices.flatMap((slice) => {
    const value = slice.figures[place.figure]
    const isThere = slice.case === place.case && slice.connections === place.connections
    return isThere && value !== undefined ? [[slice.round, value] as const] : []
  })
}
