import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { consoleScopes, roles } from '../lib/roles.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { emailSchema } from './parts.ts'

/** Signs a person in by a link, which is sent as the bearer and is good for once. The response sets the cookie. */
export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/api/console/v1/sign-in',
  sources: ['sign_in'],
  response: responseObject({}),
})

/** Has a link sent to whoever has an address. The response is the same whether anybody has. */
export const askForLink = defineOperation({
  id: 'askForLink',
  method: 'POST',
  path: '/api/console/v1/sign-in-links',
  sources: ['visitor'],
  body: z.strictObject({ email: emailSchema }),
  response: responseObject({}),
})

/** Says who is signed in, and what they may do. */
export const readSession = defineOperation({
  id: 'readSession',
  method: 'GET',
  path: '/api/console/v1/session',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    account: responseObject({ id: z.guid(), name: z.string(), email: z.string() }),
    role: z.enum(roles),
    scopes: z.array(z.enum(consoleScopes)),
    workspace: responseObject({
      id: z.guid(),
      name: z.string(),
      /** In which the console writes times. */
      timeZone: z.string(),
    }),
    /** Whether this is a demo, in which one may be anybody. */
    isDemo: z.boolean(),
    /** Whether passkeys can be had here. */
    hasPasskeys: z.boolean(),
  }),
})

/** Ends the session. */
export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/api/console/v1/sign-out',
  sources: ['session'],
  response: responseObject({}),
})
