import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { createListQuerySchema } from '../lib/list-query.ts'
import { moneyResponseSchema, moneySchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { explainPayout } from '../operations/explanations/explain-payout.ts'
import {
  appListMembers,
  lineSchema,
  memberSchema,
  paymentFactKindSchema,
  signedMoneySchema,
} from './parts.ts'
import { payeeMethodSchema } from './payees.ts'

const payoutSchema = responseObject({
  id: z.guid(),
  /** Null for a payout by hand, and for one that was imported. */
  runId: z.nullable(z.guid()),
  member: memberSchema,
  status: z.string(),
  amount: moneyResponseSchema,
  unpaid: moneyResponseSchema,
  /** Whom it goes to; null where nobody was known when it was made. */
  payee: z.nullable(
    responseObject({
      method: payeeMethodSchema,
      /** What the method pays to; null for who does not see the addresses of payees. */
      account: z.nullable(z.string()),
    }),
  ),
  createdAt: instantSchema,
  facts: z.array(
    responseObject({
      kind: paymentFactKindSchema,
      id: z.nullable(z.guid()),
      /** The report or dispute that it is about. */
      about: z.nullable(z.guid()),
      amount: z.nullable(moneyResponseSchema),
      method: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      paidAt: z.nullable(instantSchema),
      reason: z.nullable(z.string()),
      at: instantSchema,
      /** Who said it: a name where it is known. */
      by: z.string(),
    }),
  ),
  /** What who asks could say next, and why not. */
  acts: z.array(
    responseObject({
      kind: paymentFactKindSchema,
      /** The fact that it is about; null for the payout. */
      about: z.nullable(z.guid()),
      /** At most, of what has an amount. */
      amount: z.nullable(moneyResponseSchema),
      /** Why they cannot, in words; null where they can. */
      reason: z.nullable(z.string()),
    }),
  ),
})

/** Lists the payouts of an app, or of one member, the latest first. */
export const searchPayouts = defineOperation({
  id: 'searchPayouts',
  method: 'GET',
  path: '/api/console/v1/payouts',
  sources: ['session'],
  scope: 'console:read',
  query: createListQuerySchema(['appId', 'membershipId', 'currency', 'status', 'search']),
  response: responseObject({
    ...appListMembers,
    items: z.array(
      responseObject({
        id: z.guid(),
        member: memberSchema,
        status: z.string(),
        amount: moneyResponseSchema,
        unpaid: moneyResponseSchema,
        createdAt: instantSchema,
      }),
    ),
  }),
})

/** Reads a payout with all that was said of its payment. */
export const readPayoutFacts = defineOperation({
  id: 'readPayoutFacts',
  method: 'GET',
  path: '/api/console/v1/payouts/:id',
  pathRecord: 'payout',
  sources: ['session'],
  scope: 'console:read',
  response: payoutSchema,
})

const text = lineSchema(500)

/** Records what was paid or arrived, or that it did not: a fact is added, and none is changed. */
export const recordPayment = defineOperation({
  id: 'recordPayment',
  method: 'POST',
  path: '/api/console/v1/payouts/:id/facts',
  pathRecord: 'payout',
  sources: ['session'],
  scope: 'money:write',
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('report'),
      id: z.guid(),
      amount: moneySchema,
      method: text,
      reference: z.nullable(text),
      /** The day on which it was paid; null: now. */
      paidOn: z.nullable(z.iso.date()),
      /** Whether what is allowed and mostly a mistake is meant. */
      isMeant: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('retraction'), reportId: z.guid(), reason: text }),
    z.strictObject({
      kind: z.literal('return'),
      reportId: z.guid(),
      /** What the bank calls the return. */
      reference: text,
      reason: text,
    }),
    /** The next three on behalf of the member, who says it elsewhere. */
    z.strictObject({
      kind: z.literal('confirmation'),
      id: z.guid(),
      reportId: z.guid(),
      amount: moneySchema,
    }),
    z.strictObject({
      kind: z.literal('confirmation_retraction'),
      confirmationId: z.guid(),
      reason: text,
    }),
    z.strictObject({
      kind: z.literal('dispute'),
      id: z.guid(),
      reportId: z.guid(),
      reason: text,
      isMeant: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('closing'), disputeId: z.guid(), resolution: text }),
    z.strictObject({ kind: z.literal('void'), reason: text }),
  ]),
  response: responseObject({
    payout: payoutSchema,
    /** Why nothing was recorded, in words; null where it was. */
    rejected: z.nullable(z.string()),
    /** Whether it is recorded all the same where it is meant. */
    isDoubt: z.boolean(),
  }),
})

/** Lists the commissions that a payout pays, with the first unit of each. */
export const listPayoutLines = defineOperation({
  id: 'listPayoutLines',
  method: 'GET',
  path: '/api/console/v1/payouts/:id/lines',
  pathRecord: 'payout',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(
      responseObject({
        commissionId: z.guid(),
        entry: z.string(),
        saleKind: z.nullable(z.string()),
        shop: z.nullable(z.string()),
        amount: signedMoneySchema,
        /** The units of the payout that come from it; null where reversals have eaten them all. */
        units: z.nullable(responseObject({ first: z.string(), last: z.string() })),
      }),
    ),
    /** Whether there are more. */
    isCut: z.boolean(),
  }),
})

/** Says why one unit of a payout is there. */
export const explainUnit = defineOperation({
  id: 'explainUnit',
  method: 'GET',
  path: '/api/console/v1/payouts/:id/explanation',
  pathRecord: 'payout',
  sources: ['session'],
  scope: 'console:read',
  query: explainPayout.query,
  response: explainPayout.response,
})
