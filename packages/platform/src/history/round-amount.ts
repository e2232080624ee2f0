/** An amount of another system, exact and rounded. */
export interface RoundedAmount {
  /** As it was sent. */
  readonly exact: string
  readonly minor: bigint
}

const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Reads the text of a decimal in major units, and rounds it once to the minor unit: a half goes away from 0. Systems that
 * calculate with floats write `251.8000000000001` for 251.80.
 *
 * @param scale - how many decimals the currency has
 * @returns `undefined` for other text
 */
export function roundAmount(text: string, scale: number): RoundedAmount | undefined {
  const [, sign = '', whole, decimals = '', exponent = '0'] = pattern.exec(text.trim()) ?? []
  if (whole === undefined || text.length > 80) return undefined
  const digits = BigInt(whole + decimals)
  // How many of the digits lie behind the minor unit.
  const excess = decimals.length - Number(exponent) - scale
  const minor = excess <= 0 ? digits * 10n ** BigInt(-excess) : divideHalfUp(digits, 10n ** BigInt(excess))
  return { exact: text.trim(), minor: sign === '-' ? -minor : minor }
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)
