import { type Amount, currencyScale, toDecimal } from '@affiliate-platform/contract/console'

export { type Amount, formatMoney } from '@affiliate-platform/contract/console'

/** Adds amounts up, by currency. */
export function sumByCurrency(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, bigint>()
  for (const { amountMinor, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  }
  return [...sums].map(([currency, sum]) => ({ currency, amountMinor: `${sum}` }))
}

/** Writes a decimal number as money, with all of its decimals, as a commerce platform told it. */
export function formatDecimal(decimal: string, currency: string): string {
  const [, decimals = ''] = decimal.split('.')
  const digits = Math.max(currencyScale(currency) ?? 0, decimals.replace(/0+$/, '').length)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: digits })
  return format.format(decimal as `${number}`)
}

/** Writes a fraction of the smallest unit as money: of dollars, `0.48` is `$0.0048`. */
export function formatFraction(fraction: string, currency: string): string {
  const [sign, digits = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(fraction)?.slice(1) ?? []
  const scale = decimals.length + (currencyScale(currency) ?? 0)
  return formatDecimal(`${sign}${toDecimal(digits + decimals, scale)}`, currency)
}

/** Adds two decimal numbers without rounding. */
export function addDecimals(one: string, other: string): string {
  const scale = Math.max(...[one, other].map((decimal) => decimal.split('.')[1]?.length ?? 0))
  const toUnits = (decimal: string) => {
    const [whole = '', decimals = ''] = decimal.split('.')
    return BigInt(whole + decimals.padEnd(scale, '0'))
  }
  const sum = toUnits(one) + toUnits(other)
  return `${sum < 0n ? '-' : ''}${toDecimal(`${sum < 0n ? -sum : sum}`, scale)}`
}
