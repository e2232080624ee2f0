import { type Amount, formatDecimal, toDecimal } from '@affiliate-platform/contract/console'

export { type Amount, formatDecimal, formatMoney } from '@affiliate-platform/contract/console'

/** Adds amounts up, by currency. */
export function sumByCurrency(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, bigint>()
  for (const { amountMinor, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  }
  return [...sums].map(([currency, sum]) => ({ currency, amountMinor: `${sum}` }))
}

/** Writes an amount that was told with its currency behind it, such as `19.0 USD`. */
export function formatSaleAmount(amount: string): string {
  const [decimal = '', currency = ''] = amount.split(' ')
  return formatDecimal(decimal, currency)
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
