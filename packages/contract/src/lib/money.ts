import * as z from 'zod/mini'
import { isCurrencyCode } from './currencies.ts'
import * as limits from './limits.ts'
import { responseObject } from './response-object.ts'

const amountMinorPattern = new RegExp(`^(?:0|[1-9]\\d{0,${limits.amountDigitsMax - 1}})$`)

/** A nonnegative integer in minor units as text, at most 38 digits, no leading zero (interface 2.1). */
export const amountMinorSchema = z
  .string()
  .check(
    z.regex(amountMinorPattern, `Digits only, no leading zero, at most ${limits.amountDigitsMax} of them.`),
  )

/** A supported settlement currency code, upper case (interface 2.1). */
export const currencySchema = z.string().check(
  z.refine(isCurrencyCode, {
    error: 'A supported ISO 4217 settlement currency in upper case, such as USD.',
    params: { code: 'unsupported_currency' },
  }),
)

/** Money as a request sends it: a closed object of amount and currency (interface 2.1). */
export const moneySchema = z.strictObject({ amountMinor: amountMinorSchema, currency: currencySchema })

/**
 * Money as a response carries it. Further members are kept, and a currency that this version does not
 * know yet is accepted, so that a new currency breaks no client.
 */
export const moneyResponseSchema = responseObject({
  amountMinor: amountMinorSchema,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Three upper-case letters.')),
})

/** An exact amount of one currency in minor units: `{ amountMinor: '1999', currency: 'USD' }` is 19.99 US dollars. */
export type Money = z.infer<typeof moneySchema>
