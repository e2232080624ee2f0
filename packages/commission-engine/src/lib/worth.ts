import { currencyScale } from '@affiliate-platform/contract'

/** Decimals of `rateBps × amountNano`: four of the basis points, nine of the billionths. */
const productDecimals = 13

/**
 * What a cumulated base is worth in minor units: `floor(rate × base)`. This is the one place where money is rounded (D62).
 *
 * @param baseNano - the cumulated base of a position in billionths; 0 and less is worth nothing
 * @param rate - the contract's `rateBps`, and the position's currency
 * @returns minor units
 * @throws RangeError for a currency without a known scale
 *
 * @example
 * ```ts
 * worth(19_990_000_000n, { rateBps: 2000, currency: 'USD' }) // 399n
 * ```
 */
export function worth(baseNano: bigint, rate: { rateBps: number; currency: string }): bigint {
  if (baseNano <= 0n) return 0n
  return exactWorth(baseNano, rate).scaled / 10n ** BigInt(productDecimals)
}

/** What a base is worth before it is rounded: minor units as an integer with `decimals` decimals. */
export function exactWorth(
  baseNano: bigint,
  { rateBps, currency }: { rateBps: number; currency: string },
): { readonly scaled: bigint; readonly decimals: number } {
  const scale = currencyScale(currency)
  if (scale === undefined) throw new RangeError(`The scale of ${currency} is not known.`)
  return { scaled: BigInt(rateBps) * baseNano * 10n ** BigInt(scale), decimals: productDecimals }
}
