import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { emailSchema } from '../parts.ts'

/** Signs a member in by a link, which is sent as the bearer and is good for once. The response sets the cookie. */
export const signInMember = defineOperation({
  id: 'signInMember',
  method: 'POST',
  path: '/api/portal/v1/sign-in',
  sources: ['member_sign_in'],
  response: responseObject({}),
})

/** Has a link sent to whoever has an address. The response is the same whether anybody has. */
export const askForMemberLink = defineOperation({
  id: 'askForMemberLink',
  method: 'POST',
  path: '/api/portal/v1/sign-in-links',
  sources: ['visitor'],
  body: z.strictObject({ email: emailSchema }),
  response: responseObject({}),
})

/** Says who is signed in, and for which members they act. */
export const readMemberSession = defineOperation({
  id: 'readMemberSession',
  method: 'GET',
  path: '/api/portal/v1/session',
  sources: ['member_session', 'member_view'],
  response: responseObject({
    /** The address is null to an operator who sees the portal as they do. */
    account: responseObject({ name: z.string(), email: z.nullable(z.string()) }),
    /** Which operator sees the portal as they do, and until when; null where it is they themself. */
    view: z.nullable(responseObject({ by: z.string(), until: instantSchema })),
    /** Whether passkeys can be had here. */
    hasPasskeys: z.boolean(),
    /** The oldest first. */
    memberships: z.array(
      responseObject({ id: z.guid(), name: z.string(), programName: z.string(), appName: z.string() }),
    ),
    workspace: responseObject({
      name: z.string(),
      /** In which the portal writes times. */
      timeZone: z.string(),
    }),
  }),
})

/** Ends the session. */
export const signOutMember = defineOperation({
  id: 'signOutMember',
  method: 'POST',
  path: '/api/portal/v1/sign-out',
  sources: ['member_session'],
  response: responseObject({}),
})
