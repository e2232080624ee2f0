import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { createListQuerySchema } from '../../lib/list-query.ts'
import { moneyResponseSchema, moneySchema } from '../../lib/money.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { lineSchema, paymentFactKindSchema } from '../parts.ts'

const payoutMembers = {
  id: z.guid(),
  status: z.string(),
  amount: moneyResponseSchema,
  /** What of it was not recorded as paid. */
  unpaid: moneyResponseSchema,
  createdAt: instantSchema,
}

const ownPayoutSchema = responseObject({
  ...payoutMembers,
  membershipId: z.guid(),
  facts: z.array(
    responseObject({
      kind: paymentFactKindSchema,
      id: z.nullable(z.guid()),
      amount: z.nullable(moneyResponseSchema),
      method: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      paidAt: z.nullable(instantSchema),
      reason: z.nullable(z.string()),
      at: instantSchema,
      /** Who said it: who asks, somebody else who acts for the member, or who pays. */
      by: z.enum(['you', 'member', 'payer']),
    }),
  ),
  /** What who asks can say next, each of a fact. */
  acts: z.array(
    responseObject({
      kind: z.enum(['confirmation', 'dispute', 'confirmation_retraction', 'closing']),
      about: z.guid(),
      /** At most, of what has an amount. */
      amount: z.nullable(moneyResponseSchema),
    }),
  ),
})

/** Lists the payouts of a member, the latest first. */
export const listOwnPayouts = defineOperation({
  id: 'listOwnPayouts',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/payouts',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  query: createListQuerySchema(['currency', 'status']),
  response: responseObject({
    items: z.array(responseObject(payoutMembers)),
    nextCursor: z.nullable(z.string()),
  }),
})

/** Reads a payout of the member with all that was said of its payment. */
export const readOwnPayout = defineOperation({
  id: 'readOwnPayout',
  method: 'GET',
  path: '/api/portal/v1/payouts/:id',
  pathRecord: 'payout',
  sources: ['member_session', 'member_view'],
  response: ownPayoutSchema,
})

const reasonSchema = lineSchema(500)

/** Says whether a payment arrived, or takes back what was said of it: a fact is added, and none is changed. */
export const answerPayment = defineOperation({
  id: 'answerPayment',
  method: 'POST',
  path: '/api/portal/v1/payouts/:id/answers',
  pathRecord: 'payout',
  sources: ['member_session'],
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('confirmation'),
      id: z.guid(),
      reportId: z.guid(),
      amount: moneySchema,
    }),
    z.strictObject({ kind: z.literal('dispute'), id: z.guid(), reportId: z.guid(), reason: reasonSchema }),
    z.strictObject({
      kind: z.literal('confirmation_retraction'),
      confirmationId: z.guid(),
      reason: reasonSchema,
    }),
    /** It has arrived after all. */
    z.strictObject({ kind: z.literal('closing'), disputeId: z.guid(), resolution: reasonSchema }),
  ]),
  response: responseObject({
    payout: ownPayoutSchema,
    /** Why nothing was recorded, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})
