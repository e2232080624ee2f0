import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { limits } from '../lib/limits.ts'
import { moneyResponseSchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineDetail } from './detail.ts'
import { explanationMembers } from './explanation.ts'

const unitPattern = new RegExp(`^[1-9]\\d{0,${limits.amountDigitsMax - 1}}$`)

/** Says where one minor unit of a payout comes from: its commission, contract, referral and sale (D118). */
export const explainPayout = /*@__PURE__*/ defineDetail({
  id: 'explainPayout',
  record: 'payout',
  part: 'explanation',
  scope: 'payouts:read',
  query: z.strictObject({
    unit: z.string().check(z.regex(unitPattern, 'A whole number from 1 to the amount, in plain digits.')),
  }),
  response: responseObject({
    // Digits as text where it is larger than JSON numbers can be.
    unit: z.union([z.int(), z.string()]),
    payout: responseObject({
      id: z.guid(),
      amount: moneyResponseSchema,
      run: z.nullable(z.guid()),
      asOf: instantSchema,
      threshold: responseObject({ amountMinor: z.string(), from: z.string() }),
    }),
    ...explanationMembers,
  }),
})
