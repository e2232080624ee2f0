import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { memberSchema, placesMembers, signedMoneySchema } from './parts.ts'

/** Where the members' money is, in each currency, and what waits for a person. */
export const readOverview = defineOperation({
  id: 'readOverview',
  method: 'GET',
  path: '/api/console/v1/overview',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    asOf: instantSchema,
    currencies: z.array(responseObject(placesMembers)),
    waiting: responseObject({
      openCases: z.int(),
      openProposals: z.int(),
      disputes: z.array(
        responseObject({
          payoutId: z.guid(),
          member: memberSchema,
          amount: signedMoneySchema,
          since: instantSchema,
        }),
      ),
    }),
    lastRun: z.nullable(responseObject({ id: z.guid(), asOf: instantSchema, payouts: z.int() })),
    /** When the members of each program that has a pay day are paid next, the soonest first. */
    payDays: z.array(
      responseObject({
        program: responseObject({ id: z.guid(), name: z.string() }),
        day: z.iso.date(),
        /** Whether it has come, and no run was frozen since. */
        isDue: z.boolean(),
      }),
    ),
    /** How far the workspace has come; null once there was a run. */
    firstSteps: z.nullable(
      responseObject({
        hasSales: z.boolean(),
        hasTerms: z.boolean(),
        hasLink: z.boolean(),
        hasInstall: z.boolean(),
        /** The first of each; null where there is none. */
        appId: z.nullable(z.guid()),
        programId: z.nullable(z.guid()),
        membershipId: z.nullable(z.guid()),
      }),
    ),
  }),
})
