import { currencyScale, type Money, toDecimal } from '@affiliate-platform/contract'

export const paypalCurrencies: ReadonlySet<string> = new Set([
  ...['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS'],
  ...['JPY', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'],
])

// PayPal takes whole units of these, whatever ISO 4217 says.
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

/** An amount as PayPal takes it; `undefined` where it takes whole units only and there is a fraction. */
export function toPaypalAmount({ amountMinor, currency }: Money): string | undefined {
  const text = toDecimal(amountMinor, currencyScale(currency) ?? 0)
  if (!wholeCurrencies.has(currency)) return text
  const [whole = '', fraction = ''] = text.split('.')
  return /[^0]/.test(fraction) ? undefined : whole
}
