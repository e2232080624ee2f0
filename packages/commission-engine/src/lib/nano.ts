import { fromDecimal, limits, toDecimal } from '@affiliate-platform/contract'

const nanoDecimals = 9
const digitsMax = limits.amountDigitsMax + nanoDecimals

/** An exact decimal of one currency in billionths of its major unit: 19.0 USD is `{ amountNano: 19_000_000_000n, currency: 'USD' }`. */
export interface ExactAmount {
  readonly amountNano: bigint
  readonly currency: string
}

/**
 * Reads an amount as the platform sends it, without rounding.
 *
 * @param text - such as `19.0` or `-6.66`: at most 38 digits before the point and 9 after it
 * @returns billionths, or `undefined` for any other text
 *
 * @example
 * ```ts
 * parseNano('18.45') // 18_450_000_000n
 * parseNano('1e3') // undefined
 * ```
 */
export function parseNano(text: string): bigint | undefined {
  const sign = text.startsWith('-') ? '-' : ''
  const digits = fromDecimal(text.slice(sign.length), nanoDecimals)
  if (digits === undefined || digits.length > digitsMax) return undefined
  return BigInt(`${sign}${digits}`)
}

/**
 * Writes billionths as the shortest exact decimal, one decimal at least, as the platform does: `19.0`, `-6.66`, `0`.
 *
 * @example
 * ```ts
 * formatNano(19_000_000_000n) // '19.0'
 * ```
 */
export function formatNano(amountNano: bigint): string {
  if (amountNano === 0n) return '0'
  return formatScaled(amountNano, { decimals: nanoDecimals, decimalsMin: 1 })
}

/** Writes an integer as a decimal with a fixed scale, without the zeros at its end that go beyond `decimalsMin`. */
export function formatScaled(scaled: bigint, options: { decimals: number; decimalsMin: number }): string {
  const { decimals, decimalsMin } = options
  const sign = scaled < 0n ? '-' : ''
  const text = toDecimal(`${scaled < 0n ? -scaled : scaled}`, decimals)
  const shortest = text.length - decimals + decimalsMin
  let end = text.length
  while (end > shortest && text[end - 1] === '0') end -= 1
  return `${sign}${text.slice(0, end)}`
}

/** Writes an exact amount with its currency: `19.0 USD`. */
export function formatExact({ amountNano, currency }: ExactAmount): string {
  return `${formatNano(amountNano)} ${currency}`
}
