import { type CommissionExplanation, currencyScale } from '@affiliate-platform/contract'
import { formatSum } from '../payouts/signed-money.ts'
import { formatPercent } from '../terms/describe-rules.ts'

type Arithmetic = NonNullable<CommissionExplanation['arithmetic']>

/** More decimals than any base or any worth has. */
const places = 20

/**
 * Writes out how an amount follows, in money and percent: what all sales until now are worth, and less what was posted
 * for those before.
 */
export function describeArithmetic(arithmetic: Arithmetic, currency: string): readonly string[] {
  const { rateBps, basis, baseBefore, baseChange, worthBefore, worthAfter, exact, fractionCarried } =
    arithmetic
  const scale = currencyScale(currency) ?? 0
  const money = (scaled: bigint) => `${formatScaled(scaled, scale)} ${currency}`
  const before = toScaled(baseBefore, 0)
  const worth = toScaled(exact, scale)
  const carried = toScaled(fractionCarried, scale)
  const change = BigInt(worthAfter) - BigInt(worthBefore)
  const rounded =
    carried === 0n
      ? ''
      : `, rounded down to ${formatSum(BigInt(worthAfter), currency)}: ${money(carried)} counts for the next sale`
  const base = money(before + toScaled(baseChange, 0))
  return [
    `${formatPercent(rateBps)} of ${base} (${basis}) = ${money(worth)}${rounded}`,
    ...(before === 0n
      ? []
      : [
          `less ${formatSum(BigInt(worthBefore), currency)} for the ${money(before)} before = ${formatSum(change, currency)}`,
        ]),
  ]
}

/** A decimal with the decimals of its currency, and more where there are more. */
export function formatExactDecimal(decimal: string, currency: string): string {
  return `${formatScaled(toScaled(decimal, 0), currencyScale(currency) ?? 0)} ${currency}`
}

/** A decimal as a whole number of the smallest place, after moving its point to the left. */
function toScaled(decimal: string, shift: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(`${whole}${fraction}${'0'.repeat(places - shift - fraction.length)}`)
}

/** With the decimals of the currency, and more where there are more. */
function formatScaled(scaled: bigint, scale: number): string {
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(scale, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
