import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { roles } from '../lib/roles.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { emailSchema, lineSchema } from './parts.ts'

const personSchema = responseObject({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  /** What they may do; null where their role was taken away. */
  role: z.nullable(z.enum(roles)),
  addedAt: instantSchema,
  /** How many sessions are in force. */
  sessions: z.int(),
  /** When one of those was last used, to the minute. */
  lastUsedAt: z.nullable(instantSchema),
  passkeys: z.int(),
})

const changedPersonSchema = responseObject({
  /** The person as they are now. */
  person: personSchema,
  /** Why nothing was changed, in words; null where it was, or is so already. */
  rejected: z.nullable(z.string()),
})

/** Lists the people of the workspace, the first ones first. */
export const listPeople = defineOperation({
  id: 'listPeople',
  method: 'GET',
  path: '/api/console/v1/people',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({ items: z.array(personSchema) }),
})

/** Adds a person with a role. Whoever has another role already keeps it. */
export const invitePerson = defineOperation({
  id: 'invitePerson',
  method: 'POST',
  path: '/api/console/v1/people',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    email: emailSchema,
    name: lineSchema(120),
    role: z.enum(roles),
  }),
  response: changedPersonSchema,
})

/** Gives a person another role, from their next request on; null takes it away, with their sessions and passkeys. */
export const changeRole = defineOperation({
  id: 'changeRole',
  method: 'POST',
  path: '/api/console/v1/people/:id/role',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ role: z.nullable(z.enum(roles)) }),
  response: changedPersonSchema,
})

/** Makes a link that signs a person in once. Its address is in this response and kept nowhere. */
export const issueSignInLink = defineOperation({
  id: 'issueSignInLink',
  method: 'POST',
  path: '/api/console/v1/people/:id/sign-in-link',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({
    link: z.nullable(responseObject({ url: z.string(), expiresAt: instantSchema })),
    /** Why there is none, in words; null where there is one. */
    rejected: z.nullable(z.string()),
  }),
})

/** Ends every session of a person and removes their passkeys. They may sign in again by a link. */
export const endPersonSessions = defineOperation({
  id: 'endPersonSessions',
  method: 'POST',
  path: '/api/console/v1/people/:id/end-sessions',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({
    /** How many sessions. */
    ended: z.int(),
    /** How many passkeys. */
    removed: z.int(),
  }),
})

/** Where somebody is signed in. */
export const ownSessionsSchema = responseObject({
  items: z.array(
    responseObject({
      id: z.guid(),
      signedInAt: instantSchema,
      lastUsedAt: instantSchema,
      /** Whether it is the one that asks. */
      isCurrent: z.boolean(),
    }),
  ),
})

/** Lists the sessions of who is signed in, the latest first. */
export const listOwnSessions = defineOperation({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/api/console/v1/sessions',
  sources: ['session'],
  scope: 'console:read',
  response: ownSessionsSchema,
})

/** Ends a session of who is signed in, which may be the one that asks. */
export const endOwnSession = defineOperation({
  id: 'endOwnSession',
  method: 'POST',
  path: '/api/console/v1/sessions/:id/end',
  pathRecord: 'session',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({}),
})

/** Ends every session of who is signed in but the one that asks. */
export const endOtherSessions = defineOperation({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/api/console/v1/sessions/end-others',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({}),
})
