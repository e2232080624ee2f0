import * as z from 'zod/mini'
import { answerObject } from './answer-object.ts'
import { moneyAnswerSchema } from './money.ts'

/**
 * The payout states known today, derived from reports, confirmations and disputes (interface section 3).
 * More may come: a client treats an unknown value as text.
 */
export const payoutStatuses = [
  'voided',
  'disputed',
  'unreported',
  'partially_reported',
  'reported',
  'partially_confirmed',
  'confirmed',
] as const

/** A payout state known today. */
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A row of the payouts list (interface 2.4). Unknown members are kept; `status` is an open string. */
export const payoutSummarySchema = answerObject({
  id: z.guid(),
  kind: z.literal('payouts'),
  appId: z.guid(),
  programId: z.guid(),
  membershipId: z.guid(),
  name: z.string(),
  status: z.string(),
  amount: moneyAnswerSchema,
  unpaid: moneyAnswerSchema,
})

/** A summary of one payout. */
export type PayoutSummary = z.infer<typeof payoutSummarySchema>

/** A page of payout summaries in the list envelope (interface 2.5). */
export const payoutsPageSchema = answerObject({
  items: z.array(payoutSummarySchema),
  nextCursor: z.nullable(z.string()),
})

/** A page of payout summaries; `nextCursor` is null exactly when no further row exists. */
export type PayoutsPage = z.infer<typeof payoutsPageSchema>
