import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import * as limits from '../../lib/limits.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineRecord } from '../definitions/record.ts'
import { listPayouts } from '../lists/list-payouts.ts'
import { explanationMembers, phraseOf } from '../parts/explanation.ts'

const unitPattern = new RegExp(`^[1-9]\\d{0,${limits.amountDigitsMax - 1}}$`)

const isUnit = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value)

/** Says where one minor unit of a payout comes from: its commission, contract, referral and sale (D118). */
export const explainPayout = /*@__PURE__*/ defineRecord({
  id: 'explainPayout',
  list: listPayouts,
  part: 'explanation',
  query: z.strictObject({
    unit: z.string().check(z.regex(unitPattern, 'A whole number from 1 to the amount, in plain digits.')),
  }),
  response: responseObject({
    // Digits as text where it is larger than JSON numbers can be. A union of zod's would weigh in every client.
    unit: z.unknown().check(z.refine(isUnit)) as z.ZodMiniType<number | string>,
    payout: responseObject({
      id: z.guid(),
      amount: moneyResponseSchema,
      run: z.nullable(z.guid()),
      asOf: instantSchema,
      threshold: responseObject({
        amountMinor: z.string(),
        from: phraseOf<'terms_version' | 'contract' | 'no_terms' | 'by_hand' | 'paid_elsewhere'>(),
      }),
    }),
    ...explanationMembers,
  }),
})

/** Where one unit of a payout comes from. */
export type PayoutExplanation = z.infer<typeof explainPayout.response>
