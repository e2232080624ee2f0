import { currencyScale } from './currencies.ts'
import type { Money } from './money.ts'

/**
 * Writes money as text that is exact and the same in every locale: the decimals that the currency has, a blank, its
 * code. It keeps all of up to 38 digits.
 *
 * @param money - an amount in minor units
 * @returns such as `125.00 USD`; a currency that this version does not know yet is written as
 *   `12500 XYZ (minor units)`
 *
 * @example
 * ```ts
 * import { formatAmount } from '@affiliate-platform/contract'
 *
 * formatAmount({ amountMinor: '12500', currency: 'USD' }) // '125.00 USD'
 * formatAmount({ amountMinor: '1234', currency: 'JPY' }) // '1234 JPY'
 * ```
 */
export function formatAmount({ amountMinor, currency }: Money): string {
  const scale = currencyScale(currency)
  if (scale === undefined) return `${amountMinor} ${currency} (minor units)`
  return `${toDecimal(amountMinor, scale)} ${currency}`
}

/**
 * Writes an amount in minor units as a decimal number, without rounding.
 *
 * @param amountMinor - digits
 * @param scale - how many decimals the currency has, see `currencyScale`
 *
 * @example
 * ```ts
 * import { toDecimal } from '@affiliate-platform/contract'
 *
 * toDecimal('5', 2) // '0.05'
 * ```
 */
export function toDecimal(amountMinor: string, scale: number): `${number}` {
  const digits = amountMinor.padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return (scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`) as `${number}`
}

/**
 * Reads a plain decimal number as an amount in minor units. It never rounds, and sets no limit to the digits.
 *
 * @param text - digits with at most one point between them: `19.99`, `20`; no sign, exponent or grouping
 * @param scale - how many decimals the currency has, see `currencyScale`
 * @returns the digits in minor units, or `undefined` for other text and for more decimals than the scale
 *
 * @example
 * ```ts
 * import { fromDecimal } from '@affiliate-platform/contract'
 *
 * fromDecimal('19.99', 2) // '1999'
 * fromDecimal('19.99', 0) // undefined
 * ```
 */
export function fromDecimal(text: string, scale: number): string | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || decimals.length > scale) return undefined
  return `${whole}${decimals.padEnd(scale, '0')}`.replace(/^0+(?=\d)/, '')
}
