import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { createListQuerySchema } from '../lib/list-query.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { explanationMembers } from '../operations/parts/explanation.ts'
import { appListMembers, memberSchema, signedMoneySchema } from './parts.ts'
import { waitingSchema } from './waiting.ts'

/** Lists the commissions of an app, or of one member, what accrued last first. */
export const searchCommissions = defineOperation({
  id: 'searchCommissions',
  method: 'GET',
  path: '/api/console/v1/commissions',
  sources: ['session'],
  scope: 'console:read',
  query: createListQuerySchema(['appId', 'membershipId', 'currency', 'status', 'search']),
  response: responseObject({
    ...appListMembers,
    items: z.array(
      responseObject({
        id: z.guid(),
        member: memberSchema,
        shop: z.nullable(z.string()),
        entry: z.string(),
        saleKind: z.nullable(z.string()),
        amount: signedMoneySchema,
        status: z.string(),
        accruedAt: instantSchema,
        availableAt: instantSchema,
        payoutId: z.nullable(z.guid()),
      }),
    ),
  }),
})

/** Says why a commission is what it is, and why it is not paid yet. */
export const explainCommission = defineOperation({
  id: 'explainCommission',
  method: 'GET',
  path: '/api/console/v1/commissions/:id/explanation',
  pathRecord: 'commission',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    amount: signedMoneySchema,
    payout: z.nullable(responseObject({ id: z.guid(), asOf: instantSchema })),
    /** Null in a payout. */
    waiting: z.nullable(waitingSchema),
    ...explanationMembers,
  }),
})
