import { type ConsoleResponse, currencyScale, toDecimal } from '@affiliate-platform/contract/console'
import { formatDecimal } from './money.ts'

type Arithmetic = NonNullable<ConsoleResponse<'explainCommission'>['arithmetic']>

/** More decimals than any base or any worth has. */
const places = 24

/** A decimal as a whole number of the smallest place. */
function toScaled(decimal: string): bigint {
  const [whole = '', decimals = ''] = decimal.split('.')
  return BigInt(whole + decimals.padEnd(places, '0'))
}

/**
 * Says what rounding does to an amount: what the sale adds exactly, what earlier sales had left, and what is left for
 * the next one. `undefined` where nothing is rounded.
 */
export function describeRounding(arithmetic: Arithmetic, currency: string): string | undefined {
  const { rateBps, baseBefore, baseChange, worthBefore, worthAfter } = arithmetic
  const unit = 10n ** BigInt(places - (currencyScale(currency) ?? 0))
  // Of less than nothing nobody has a part.
  const worthOf = (base: bigint) => (base > 0n ? (base * BigInt(rateBps)) / 10_000n : 0n)
  const money = (scaled: bigint) => {
    const digits = toDecimal(`${scaled < 0n ? -scaled : scaled}`, places)
    return formatDecimal(`${scaled < 0n ? '-' : ''}${digits}`, currency)
  }
  const before = toScaled(baseBefore)
  const exactBefore = worthOf(before)
  const exactAfter = worthOf(before + toScaled(baseChange))
  const left = exactBefore - BigInt(worthBefore) * unit
  const next = exactAfter - BigInt(worthAfter) * unit
  if (left === 0n && next === 0n) return undefined
  const own = exactAfter - exactBefore
  const sum = left === 0n ? '' : ` + ${money(left)} left from earlier = ${money(own + left)}`
  const now = `${money(own + left - next)} now`
  const rest = next === 0n ? 'nothing is left over' : `${money(next)} goes to the next`
  return `${money(own)} from this sale${sum}: ${now}, ${rest}.`
}
