import { currencyScale, toDecimal } from '@affiliate-platform/contract'

/** A sum in minor units as a number of its currency, as a spreadsheet adds up: `-3.80`. */
export function formatMinor(sumMinor: bigint, currency: string): string {
  const number = toDecimal(`${sumMinor < 0n ? -sumMinor : sumMinor}`, currencyScale(currency) ?? 0)
  return sumMinor < 0n ? `-${number}` : number
}
