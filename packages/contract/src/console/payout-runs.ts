import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { moneyResponseSchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { memberSchema, signedMoneySchema } from './parts.ts'
import { payeeMethodSchema } from './payees.ts'

const decisionMembers = {
  member: memberSchema,
  /** `paid`, or why not, such as `below_threshold`. */
  decision: z.string(),
  reason: z.nullable(z.string()),
  warnings: z.array(z.string()),
  available: signedMoneySchema,
  held: signedMoneySchema,
  threshold: signedMoneySchema,
}

const previewSchema = responseObject({
  asOf: instantSchema,
  /** A run is frozen only while a new preview has the same one. */
  hash: z.string(),
  decisions: z.array(responseObject(decisionMembers)),
})

/** What a payout run would pay, whom not, and why. It writes nothing. */
export const previewPayoutRun = defineOperation({
  id: 'previewPayoutRun',
  method: 'GET',
  path: '/api/console/v1/payout-runs/preview',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    /** Pays what is available when it begins; without it, what is now. */
    day: z.optional(z.iso.date()),
  }),
  response: previewSchema,
})

/** Freezes the run that was previewed. The same id again freezes nothing. */
export const freezePayoutRun = defineOperation({
  id: 'freezePayoutRun',
  method: 'POST',
  path: '/api/console/v1/payout-runs',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({ id: z.guid(), asOf: instantSchema, previewHash: z.string() }),
  response: responseObject({
    /** The run; null where a preview says something else by now. */
    run: z.nullable(responseObject({ id: z.guid() })),
    /** What is to be looked at then. */
    preview: z.nullable(previewSchema),
  }),
})

/** Lists the latest runs. */
export const listPayoutRuns = defineOperation({
  id: 'listPayoutRuns',
  method: 'GET',
  path: '/api/console/v1/payout-runs',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        asOf: instantSchema,
        actor: z.string(),
        createdAt: instantSchema,
        payouts: z.int(),
        sums: z.array(responseObject({ amount: moneyResponseSchema, unpaid: moneyResponseSchema })),
      }),
    ),
  }),
})

/** Reads what a run decided, and what has become of its payouts. */
export const readPayoutRun = defineOperation({
  id: 'readPayoutRun',
  method: 'GET',
  path: '/api/console/v1/payout-runs/:id',
  pathRecord: 'run',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    id: z.guid(),
    asOf: instantSchema,
    actor: z.string(),
    createdAt: instantSchema,
    decisions: z.array(
      responseObject({
        ...decisionMembers,
        payout: z.nullable(
          responseObject({
            ...{ id: z.guid(), status: z.string(), unpaid: moneyResponseSchema },
            /** How its payee is paid; null where nobody was known when it was frozen. */
            method: z.nullable(payeeMethodSchema),
          }),
        ),
      }),
    ),
  }),
})
