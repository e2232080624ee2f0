import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

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

/**
 * A row of the payouts list (interface 2.4, whose members are required; D198 adds the others). Unknown members are kept;
 * `status` is an open string.
 */
export const payoutSummarySchema = recordRow(
  'payouts',
  { membershipId: z.guid() },
  {
    amount: moneyResponseSchema,
    unpaid: moneyResponseSchema,
    reported: z.optional(moneyResponseSchema),
    confirmed: z.optional(moneyResponseSchema),
    memberName: z.optional(z.string()),
    createdAt: z.optional(instantSchema),
  },
)

/** A summary of one payout. */
export type PayoutSummary = z.infer<typeof payoutSummarySchema>

/** Lists payout summaries (interface 4.2). */
export const listPayouts = /*@__PURE__*/ defineList({
  id: 'listPayouts',
  name: 'payouts',
  scope: 'payouts:read',
  row: payoutSummarySchema,
  filters: ['appId', 'programId', 'groupId', 'membershipId', 'from', 'to', 'currency', 'status', 'search'],
  statuses: payoutStatuses,
})

// A bundler drops a pure call that nobody uses; a member it would keep.
/** A page of payout summaries in the list envelope (interface 2.5). */
export const payoutsPageSchema = /*@__PURE__*/ (() => listPayouts.response)()

/** A page of payout summaries; `nextCursor` is null exactly when no further row exists. */
export type PayoutsPage = z.infer<typeof payoutsPageSchema>
