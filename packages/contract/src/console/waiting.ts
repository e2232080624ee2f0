import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { signedMoneySchema } from './parts.ts'

/** What keeps a member's balance in a currency out of a payout, the first of what does; of `due` nothing does. */
export const hindranceCodes = [
  'excluded',
  'suspended',
  'payee_changed',
  'sales_waiting',
  'nothing_due',
  'below_threshold',
  'due',
] as const

/** What keeps a commission out of a payout: it may be held; of `due` nothing does but that there was no run. */
export const waitingCodes = ['held', ...hindranceCodes] as const

const hindranceMembers = {
  /** Why the member is excluded or suspended, in the words of who did it; else null. */
  reason: z.nullable(z.string()),
  /** Until when new payout details wait, where that is why; else null. */
  until: z.nullable(instantSchema),
  /** What the member has in the currency now; below 0 they owe it. */
  available: signedMoneySchema,
  /** From what on the member is paid in the currency. */
  threshold: signedMoneySchema,
}

/** What keeps a balance out of a payout, as the next run would see it. */
export const hindranceSchema = responseObject({ code: z.enum(hindranceCodes), ...hindranceMembers })

/** What is missing before a commission is paid, as the next run would see it. */
export const waitingSchema = responseObject({
  code: z.enum(waitingCodes),
  /** What keeps it out once it is no longer held; null where it is not held. */
  afterwards: z.nullable(z.enum(hindranceCodes)),
  availableAt: instantSchema,
  ...hindranceMembers,
})
