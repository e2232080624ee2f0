import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { emailSchema, lineSchema } from './parts.ts'

const peopleSchema = responseObject({
  /** The oldest first. */
  items: z.array(responseObject({ id: z.guid(), name: z.string(), email: z.string(), since: instantSchema })),
})

/** Lists who sees in the portal what a member has, and acts for them. */
export const listMemberPeople = defineOperation({
  id: 'listMemberPeople',
  method: 'GET',
  path: '/api/console/v1/members/:id/people',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  response: peopleSchema,
})

/** Lets a person act for a member in the portal, from now on. */
export const inviteToPortal = defineOperation({
  id: 'inviteToPortal',
  method: 'POST',
  path: '/api/console/v1/members/:id/people',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    email: emailSchema,
    name: lineSchema(120),
  }),
  response: peopleSchema,
})

const personSchema = z.strictObject({ accountId: z.guid() })

/** Lets a person act for a member no more, from their next request on. */
export const removeFromPortal = defineOperation({
  id: 'removeFromPortal',
  method: 'POST',
  path: '/api/console/v1/members/:id/people/removal',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: personSchema,
  response: peopleSchema,
})

/** Makes a link that signs such a person in to the portal once. Its address is in this response and kept nowhere. */
export const issueMemberLink = defineOperation({
  id: 'issueMemberLink',
  method: 'POST',
  path: '/api/console/v1/members/:id/sign-in-link',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: personSchema,
  response: responseObject({ url: z.string(), expiresAt: instantSchema }),
})
