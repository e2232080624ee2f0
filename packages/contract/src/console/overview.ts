import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { memberSchema, placesMembers, signedMoneySchema } from './parts.ts'

const programNameSchema = responseObject({ id: z.guid(), name: z.string() })

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
      /** The programs to which somebody has applied and waits, by name. */
      applications: z.array(responseObject({ program: programNameSchema, open: z.int() })),
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
      /** The latest runs of which payouts are to be paid. */
      unpaidRuns: z.array(
        responseObject({
          id: z.guid(),
          asOf: instantSchema,
          payouts: z.int(),
          sums: z.array(signedMoneySchema),
        }),
      ),
    }),
    lastRun: z.nullable(responseObject({ id: z.guid(), asOf: instantSchema, payouts: z.int() })),
    /** When the members of each program that has a pay day are paid next, the soonest first. */
    payDays: z.array(
      responseObject({
        program: programNameSchema,
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

/** What members earned and were paid in each of the last 12 months, by currency. */
export const readMonths = defineOperation({
  id: 'readMonths',
  method: 'GET',
  path: '/api/console/v1/months',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    currencies: z.array(
      responseObject({
        currency: z.string(),
        /** The oldest first; the last one is not over. */
        months: z.array(
          responseObject({ month: z.string(), earned: signedMoneySchema, paid: signedMoneySchema }),
        ),
      }),
    ),
  }),
})
