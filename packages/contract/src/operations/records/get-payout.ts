import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import { responseObject } from '../../lib/response-object.ts'
import { boundedList } from '../definitions/bounded-list.ts'
import { defineRecord } from '../definitions/record.ts'
import { listPayouts } from '../lists/list-payouts.ts'

/** When something was recorded, and by whom. */
export const recorded = { createdAt: instantSchema, actor: z.string() }

/** Why, when and by whom something was taken back, closed or voided. */
export const reasonSchema = responseObject({ reason: z.string(), ...recorded })

const because = z.nullable(reasonSchema)

/** Why and when a bank returned a payment, under which reference, and who recorded it. */
export const paymentReturnSchema = responseObject({
  reference: z.string(),
  reason: z.string(),
  ...recorded,
})

/** A commission that a payout pays or takes back; `entry` tells which, the amount is nonnegative. */
export const payoutLineSchema = responseObject({
  commissionId: z.guid(),
  referralId: z.nullable(z.guid()),
  entry: z.string(),
  saleKind: z.nullable(z.string()),
  amount: moneyResponseSchema,
  accruedAt: instantSchema,
})

/** A report that a part of a payout was paid. */
export const paymentReportSchema = responseObject({
  id: z.guid(),
  amount: moneyResponseSchema,
  method: z.string(),
  reference: z.nullable(z.string()),
  paidAt: instantSchema,
  ...recorded,
  retraction: because,
  returned: z.nullable(paymentReturnSchema),
})

/** The member's statement that a reported payment arrived. */
export const paymentConfirmationSchema = responseObject({
  id: z.guid(),
  reportId: z.guid(),
  amount: moneyResponseSchema,
  ...recorded,
  retraction: because,
})

/** The member's statement that a reported payment did not arrive. */
export const paymentDisputeSchema = responseObject({
  id: z.guid(),
  reportId: z.guid(),
  reason: z.string(),
  ...recorded,
  closing: because,
})

/** Reads a payout with its lines and everything that was said about its payment (interface section 3). */
export const getPayout = /*@__PURE__*/ defineRecord({
  id: 'getPayout',
  list: listPayouts,
  response: responseObject({
    ...listPayouts.row.shape,
    groupId: z.nullable(z.guid()),
    createdAt: instantSchema,
    runId: z.nullable(z.guid()),
    lines: boundedList(payoutLineSchema),
    reports: boundedList(paymentReportSchema),
    confirmations: boundedList(paymentConfirmationSchema),
    disputes: boundedList(paymentDisputeSchema),
    voided: because,
  }),
  knownValues: { '/lines/items/*/entry': ['accrual', 'reversal'] },
})
