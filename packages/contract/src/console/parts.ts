import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'

/** Money that may also be owed by a member: the amount has a sign. */
export const signedMoneySchema = responseObject({
  amountMinor: z.string().check(z.regex(/^-?\d+$/)),
  currency: z.string(),
})

/** A member, as people know them. */
export const memberSchema = responseObject({ id: z.guid(), name: z.string() })
