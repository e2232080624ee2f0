import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'

/** Money that may also be owed by a member: the amount has a sign. */
export const signedMoneySchema = responseObject({
  amountMinor: z.string().check(z.regex(/^-?\d+$/)),
  currency: z.string(),
})

/** A member, as people know them. */
export const memberSchema = responseObject({ id: z.guid(), name: z.string() })

/** Where money of one currency is. */
export const placesMembers = {
  currency: z.string(),
  /** In no payout, and not available yet. */
  held: signedMoneySchema,
  /** Available, and in no payout. */
  available: signedMoneySchema,
  /** What members owe, as a positive amount. */
  owed: signedMoneySchema,
  /** In payouts, and not reported as paid. */
  toBePaid: signedMoneySchema,
  /** Reported as paid, and not confirmed by the member. */
  reported: signedMoneySchema,
  confirmed: signedMoneySchema,
  /** All of it: what members have earned. */
  earned: signedMoneySchema,
}
