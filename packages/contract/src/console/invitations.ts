import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { emailSchema, lineSchema } from './parts.ts'

const rejectedMembers = {
  /** Why nothing was changed, in words; null where it was. */
  rejected: z.nullable(z.string()),
}

/** Lists who was invited to a program and has not signed in to the portal since, the newest first: 100 at most. */
export const listInvitations = defineOperation({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/console/v1/programs/:id/invitations',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'money:write',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        name: z.string(),
        email: z.string(),
        /** The group of the member; null where they are in none. */
        groupName: z.nullable(z.string()),
        membershipId: z.guid(),
        invitedAt: instantSchema,
        by: z.string(),
      }),
    ),
  }),
})

/** Makes a member of somebody, who acts for themself in the portal, and has an invitation sent to them: once, however often it is sent while it is open. */
export const sendInvitation = defineOperation({
  id: 'sendInvitation',
  method: 'POST',
  path: '/api/console/v1/programs/:id/invitations',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({ email: emailSchema, name: lineSchema(120), groupId: z.nullable(z.guid()) }),
  response: responseObject(rejectedMembers),
})

/** Lets somebody who has not signed in yet act for the member no more; a membership that was made for them is closed. */
export const withdrawInvitation = defineOperation({
  id: 'withdrawInvitation',
  method: 'POST',
  path: '/api/console/v1/invitations/:id/withdrawal',
  pathRecord: 'invitation',
  sources: ['session'],
  scope: 'money:write',
  response: responseObject(rejectedMembers),
})
