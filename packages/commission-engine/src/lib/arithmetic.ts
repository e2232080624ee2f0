import type { Position } from './eligibility.ts'
import type { Entry } from './entries.ts'
import type { ContractRules } from './facts.ts'
import { formatNano, formatScaled } from './nano.ts'
import { exactWorth, worth } from './worth.ts'

/** How an entry's amount follows from its position, as text that a person can check with a pocket calculator. */
export interface Arithmetic {
  readonly rateBps: number
  readonly basis: 'gross' | 'net'
  /** Major units. */
  readonly baseBefore: string
  readonly baseChange: string
  /** Minor units. */
  readonly worthBefore: string
  readonly worthAfter: string
  /** Minor units that the base is worth afterwards, before it is rounded down. */
  readonly exact: string
  /** What rounding left in the position: `exact` without `worthAfter`. */
  readonly fractionCarried: string
}

/** Writes out the arithmetic of a commission: `worthAfter - worthBefore` is its amount. */
export function explainArithmetic(
  { beforeNano, changeNano }: NonNullable<Entry['base']>,
  { rateBps, basis }: Pick<ContractRules, 'rateBps' | 'basis'>,
  { currency }: Position,
): Arithmetic {
  const rate = { rateBps, currency }
  const afterNano = beforeNano + changeNano
  const { scaled, decimals } = exactWorth(afterNano > 0n ? afterNano : 0n, rate)
  const worthAfter = worth(afterNano, rate)
  const places = { decimals, decimalsMin: 3 }
  return {
    rateBps,
    basis,
    baseBefore: formatNano(beforeNano),
    baseChange: formatNano(changeNano),
    worthBefore: `${worth(beforeNano, rate)}`,
    worthAfter: `${worthAfter}`,
    exact: formatScaled(scaled, places),
    fractionCarried: formatScaled(scaled - worthAfter * 10n ** BigInt(decimals), places),
  }
}
