import { currencyScale, fromDecimal, toDecimal } from '@affiliate-platform/contract'
import * as limits from '@affiliate-platform/contract/limits'

/**
 * An exact amount of one currency in minor units. Never a number: an amount has up to 38
 * digits.
 *
 * @example
 * ```ts
 * import { formatMoney, type Money } from '@affiliate-platform/sdk'
 *
 * const price: Money = { amountMinor: '1999', currency: 'USD' }
 * formatMoney(price, 'en-US') // '$19.99'
 * ```
 */
export interface Money {
  /** A nonnegative whole number in minor units as text: digits only, no leading zero, at most 38. */
  readonly amountMinor: string
  /** A settlement currency code: three upper-case letters. Its scale fixes the minor unit. */
  readonly currency: string
}

const amountPattern = new RegExp(`^(?:0|[1-9]\\d{0,${limits.amountDigitsMax - 1}})$`)

/**
 * Writes money for a reader, exactly, also with 38 digits.
 *
 * @param money - the amount
 * @param locale - a BCP 47 tag such as `de-DE`; default: the runtime's locale
 * @returns such as `19,99 €`; a currency this version does not know yet is written as `1999 XYZ (minor units)`
 * @throws RangeError for an amount that is no text of 1 to 38 digits, or an unknown locale
 *
 * @example
 * ```ts
 * import { formatMoney } from '@affiliate-platform/sdk'
 *
 * formatMoney({ amountMinor: '123456789012345678', currency: 'KWD' }, 'en') // 'KWD 123,456,789,012,345.678'
 * ```
 */
export function formatMoney(money: Money, locale?: string): string {
  readAmount(money)
  const scale = currencyScale(money.currency)
  if (scale === undefined) return `${money.amountMinor} ${money.currency} (minor units)`
  // A decimal text keeps every digit, where a number would round from the sixteenth on.
  return findFormat(money.currency, scale, locale).format(toDecimal(money.amountMinor, scale))
}

const formats = new Map<string, Intl.NumberFormat>()
const formatsMax = 500

// Making a format takes 20 times as long as using it.
function findFormat(currency: string, scale: number, locale: string | undefined): Intl.NumberFormat {
  const name = `${currency} ${locale}`
  const kept = formats.get(name)
  if (kept !== undefined) return kept
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Always given: `Intl` knows cash usage, which is not the minor unit of every currency.
    minimumFractionDigits: scale,
    maximumFractionDigits: scale,
  })
  // A locale may come from a request: any number of them must not fill the memory.
  if (formats.size === formatsMax) formats.clear()
  formats.set(name, format)
  return format
}

/**
 * Reads a plain decimal amount, such as a person's input after your own clean-up. It never rounds.
 *
 * @param text - digits with at most one point: `19.99`, `20`; no sign, exponent or grouping
 * @param currency - a supported currency code, upper case
 * @throws RangeError for other text, more decimals than the currency has, over 38 digits, an unknown currency
 *
 * @example
 * ```ts
 * import { parseMoney } from '@affiliate-platform/sdk'
 *
 * parseMoney('19.99', 'USD') // { amountMinor: '1999', currency: 'USD' }
 * ```
 */
export function parseMoney(text: string, currency: string): Money {
  const scale = currencyScale(currency)
  if (scale === undefined) throw new RangeError('The currency is not supported.')
  const amountMinor = typeof text === 'string' ? fromDecimal(text, scale) : undefined
  if (amountMinor === undefined) {
    throw new RangeError(`An amount in ${currency} is written as digits with at most ${scale} decimals.`)
  }
  return toMoney(amountMinor, currency)
}

/**
 * Adds amounts of one currency.
 *
 * @throws RangeError for two currencies, an invalid amount, or a sum over 38 digits
 *
 * @example
 * ```ts
 * import { addMoney, parseMoney } from '@affiliate-platform/sdk'
 *
 * addMoney(parseMoney('0.10', 'USD'), parseMoney('0.20', 'USD')) // { amountMinor: '30', currency: 'USD' }
 * ```
 */
export function addMoney(first: Money, second: Money): Money {
  rejectMixedCurrencies(first, second)
  return toMoney(String(readAmount(first) + readAmount(second)), first.currency)
}

/**
 * Compares two amounts of one currency, in the form that `Array.prototype.sort` wants.
 *
 * @returns -1 when the first is less, 1 when it is more, 0 when they are equal
 * @throws RangeError for two currencies or an invalid amount
 *
 * @example
 * ```ts
 * import { compareMoney, parseMoney } from '@affiliate-platform/sdk'
 *
 * compareMoney(parseMoney('9.99', 'USD'), parseMoney('10', 'USD')) // -1
 * ```
 */
export function compareMoney(first: Money, second: Money): -1 | 0 | 1 {
  rejectMixedCurrencies(first, second)
  const difference = readAmount(first) - readAmount(second)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

function toMoney(amountMinor: string, currency: string): Money {
  const money = { amountMinor, currency }
  readAmount(money)
  return money
}

// `BigInt` alone would also take '', '0x10' and '-1'.
function readAmount({ amountMinor }: Money): bigint {
  if (typeof amountMinor === 'string' && amountPattern.test(amountMinor)) return BigInt(amountMinor)
  throw new RangeError(
    `amountMinor is a text of 1 to ${limits.amountDigitsMax} digits, without a sign or a leading zero.`,
  )
}

function rejectMixedCurrencies(first: Money, second: Money): void {
  if (first.currency === second.currency) return
  throw new RangeError('The amounts are in different currencies; they are not converted.')
}
