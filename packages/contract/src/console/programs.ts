import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { termsRulesResponseSchema } from '../lib/terms.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

const programMembers = {
  id: z.guid(),
  name: z.string(),
  appName: z.string(),
  isClosed: z.boolean(),
  members: z.int(),
  /** Whether anybody can read its terms and apply. */
  hasPublicPage: z.boolean(),
  openApplications: z.int(),
}

/** Lists the programs of the workspace, by name: the first 200. */
export const searchPrograms = defineOperation({
  id: 'searchPrograms',
  method: 'GET',
  path: '/api/console/v1/programs',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({ items: z.array(responseObject(programMembers)) }),
})

/** Reads a program with its groups and the terms that are in force. */
export const readProgram = defineOperation({
  id: 'readProgram',
  method: 'GET',
  path: '/api/console/v1/programs/:id',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    ...programMembers,
    /** Since when it takes no new members and referrals, and why; null while it is open. */
    closed: z.nullable(responseObject({ at: instantSchema, reason: z.nullable(z.string()) })),
    /** Null where there are none. */
    rules: z.nullable(termsRulesResponseSchema),
    /** By name: the first 200. */
    groups: z.array(responseObject({ id: z.guid(), name: z.string(), members: z.int() })),
  }),
})

/** Opens the public page of a program, or closes it. */
export const setPublicPage = defineOperation({
  id: 'setPublicPage',
  method: 'POST',
  path: '/api/console/v1/programs/:id/public-page',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ isOpen: z.boolean() }),
  response: responseObject({}),
})

/** Lets a program take no new groups, members and referrals; everything else goes on. */
export const closeProgram = defineOperation({
  id: 'closeProgram',
  method: 'POST',
  path: '/api/console/v1/programs/:id/closing',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ reason: lineSchema(500) }),
  response: responseObject({}),
})

/** Lets a program take new groups, members and referrals again. */
export const reopenProgram = defineOperation({
  id: 'reopenProgram',
  method: 'POST',
  path: '/api/console/v1/programs/:id/reopening',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({}),
})

/** Lists who has applied to a program, the newest first: 100 at most. */
export const listApplications = defineOperation({
  id: 'listApplications',
  method: 'GET',
  path: '/api/console/v1/programs/:id/applications',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'money:write',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        name: z.string(),
        email: z.string(),
        /** Where they want to share the app. */
        words: z.string(),
        state: z.enum(['open', 'approved', 'declined']),
        createdAt: instantSchema,
        decidedAt: z.nullable(instantSchema),
        by: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        /** The member that they became. */
        membershipId: z.nullable(z.guid()),
      }),
    ),
  }),
})

/** Makes a member of who has applied, or declines. The applicant is not told the reason. */
export const decideApplication = defineOperation({
  id: 'decideApplication',
  method: 'POST',
  path: '/api/console/v1/applications/:id/decision',
  pathRecord: 'application',
  sources: ['session'],
  scope: 'money:write',
  body: z.discriminatedUnion('state', [
    z.strictObject({
      state: z.literal('approved'),
      groupId: z.nullable(z.guid()),
      reason: z.nullable(lineSchema(500)),
    }),
    z.strictObject({ state: z.literal('declined'), reason: lineSchema(500) }),
  ]),
  response: responseObject({
    /** Why nothing was decided, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})
