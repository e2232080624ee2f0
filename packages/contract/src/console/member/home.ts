import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { placesMembers } from '../parts.ts'
import { hindranceSchema } from '../waiting.ts'
import { earningSchema } from './earnings.ts'

/** Reads what a member has, what it waits for, and what is asked of them. */
export const readHome = defineOperation({
  id: 'readHome',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/home',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  response: responseObject({
    /** By currency; empty where nothing was earned yet. */
    balances: z.array(
      responseObject({
        ...placesMembers,
        /** When the last of what is held becomes available; null where nothing is. */
        heldUntil: z.nullable(instantSchema),
        /** What keeps it out of a payout now; null where nothing is earned that is in no payout. */
        hindrance: z.nullable(hindranceSchema),
      }),
    ),
    /** Why nothing is paid, as an operator said it; null where the member is not kept out. */
    waiting: z.nullable(responseObject({ state: z.string(), reason: z.string(), since: instantSchema })),
    /** Payments that were recorded, and of which the member has not said yet whether they arrived. */
    questions: z.array(
      responseObject({
        payoutId: z.guid(),
        reportId: z.guid(),
        /** What is not confirmed of it. */
        amount: moneyResponseSchema,
        method: z.string(),
        reference: z.nullable(z.string()),
        paidAt: instantSchema,
      }),
    ),
    /** When the last runs paid this member, the latest first: two at most. */
    lastPaid: z.array(instantSchema),
    /** The next day on which the program pays, such as `2026-12-01`; null where it promises none. */
    payDay: z.nullable(z.iso.date()),
    /** Whether somebody knows how to pay them. */
    hasPayee: z.boolean(),
    /** Until when nothing is paid to where their payouts were moved; null where that is not so. */
    payeeHeldUntil: z.nullable(instantSchema),
    /** The first of their links; null where there is none. */
    link: z.nullable(responseObject({ code: z.string(), path: z.nullable(z.string()) })),
    /** What was earned last. */
    earnings: z.array(earningSchema),
  }),
})
