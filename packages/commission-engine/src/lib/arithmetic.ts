import type { Arithmetic } from '@affiliate-platform/contract'
import type { Position } from './eligibility.ts'
import type { Entry } from './entries.ts'
import type { ContractRules } from './facts.ts'
import { formatNano, formatScaled } from './nano.ts'
import { exactWorth, worth } from './worth.ts'

/** Writes out the arithmetic of a commission: `worthAfter - worthBefore` is its amount. */
export function explainArithmetic(
  { beforeNano, changeNano }: NonNullable<Entry['base']>,
  { rateBps, basis }: Pick<ContractRules, 'rateBps' | 'basis'>,
  { currency }: Pick<Position, 'currency'>,
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
