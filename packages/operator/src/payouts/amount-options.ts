import { amountMinorSchema, currencyScale, fromDecimal, type Money } from '@affiliate-platform/contract'
import type { Option } from 'commander'
import { flag, required } from '../command-line/act.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseAmountMinor, parseCurrency, parseDecimal } from '../command-line/parse-value.ts'

/** The flags of an amount: one of the two ways to write it, and its currency. */
export interface AmountFlags {
  readonly amount?: string
  readonly amountMinor?: string
  readonly currency: string
}

export const amountOptions = (what: string): readonly Option[] => [
  flag('--amount <decimal>', `${what}, with the decimals of its currency, such as 125.00`, parseDecimal),
  flag('--amount-minor <digits>', 'the same in minor units: 12500 is 125.00 USD', parseAmountMinor),
  required('--currency <code>', 'its currency, such as USD', parseCurrency),
]

/**
 * Reads the amount that the flags name.
 *
 * @throws UsageError when it is given twice or not at all, or is no amount of its currency
 */
export function readAmount({ amount, amountMinor, currency }: AmountFlags): Money {
  if (amount !== undefined && amountMinor === undefined) return toMoney(amount, currency)
  if (amountMinor !== undefined && amount === undefined) return { amountMinor, currency }
  throw new UsageError('Give the amount either as --amount 125.00 or as --amount-minor 12500.')
}

function toMoney(text: string, currency: string): Money {
  const scale = currencyScale(currency) ?? 0
  const decimals = `${currency} has ${scale === 0 ? 'no' : scale} decimals.`
  // Once, `--amount` took minor units: without a point nobody can tell which of two sums is meant.
  if (scale > 0 && !text.includes('.')) {
    throw new UsageError(
      `--amount: ${decimals} Write --amount ${text}.${'0'.repeat(scale)}, or --amount-minor ${text} if these are minor units.`,
    )
  }
  const amountMinor = fromDecimal(text, scale)
  if (amountMinor === undefined) throw new UsageError(`--amount: ${decimals}`)
  if (!amountMinorSchema.safeParse(amountMinor).success) {
    throw new UsageError('--amount: At most 38 digits, including the decimals.')
  }
  return { amountMinor, currency }
}
