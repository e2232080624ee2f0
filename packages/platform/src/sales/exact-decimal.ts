/** A commission has at most 38 digits in minor units, and so has the sum of many: a sale has fewer (D215). */
const wholeDigitsMax = 32
const decimalsMax = 9

/** A decimal in its one spelling, or what is wrong with it. */
export type DecimalReading =
  | { readonly value: string }
  | { readonly fault: 'invalid_amount' | 'too_many_decimals' | 'too_many_digits' }

/**
 * Reads an amount without rounding: `19.0`, `-18.450000000`. An exponent, a plus sign, grouping and a number that is
 * not a text are faults: JSON numbers have lost digits before anybody could look.
 *
 * @returns the shortest spelling, so that equal amounts are equal texts
 */
export function readDecimal(amount: unknown): DecimalReading {
  if (typeof amount !== 'string' || amount.length > 200) return { fault: 'invalid_amount' }
  const [, sign = '', digits, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (digits === undefined) return { fault: 'invalid_amount' }
  const whole = digits.replace(/^0+(?=\d)/, '')
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > decimalsMax) return { fault: 'too_many_decimals' }
  if (whole.length > wholeDigitsMax) return { fault: 'too_many_digits' }
  const unsigned = fraction === '' ? whole : `${whole}.${fraction}`
  return { value: unsigned === '0' ? '0' : `${sign}${unsigned}` }
}
