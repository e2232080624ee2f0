import { currencyScale } from '../../lib/currencies.ts'
import { toDecimal } from '../../lib/decimal.ts'

/** An exact amount in minor units, which may have a sign. */
export interface Amount {
  readonly amountMinor: string
  readonly currency: string
}

/** Writes an amount as people do, with every digit: `$125.00`, `¥1,234`, `KWD 1.500`. */
export function formatMoney({ amountMinor, currency }: Amount): string {
  const scale = currencyScale(currency)
  if (scale === undefined) return `${amountMinor} ${currency} (minor units)`
  const isNegative = amountMinor.startsWith('-')
  const decimal = toDecimal(amountMinor.replace('-', ''), scale)
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: scale,
    maximumFractionDigits: scale,
  })
  // As text a decimal keeps every digit.
  return `${isNegative ? '−' : ''}${format.format(decimal)}`
}

/** Writes a decimal number as money, with all of its decimals, as a commerce platform told it. */
export function formatDecimal(decimal: string, currency: string): string {
  const [, decimals = ''] = decimal.split('.')
  const digits = Math.max(currencyScale(currency) ?? 0, decimals.replace(/0+$/, '').length)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: digits })
  return format.format(decimal as `${number}`).replace('-', '−')
}
