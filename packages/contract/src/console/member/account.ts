import * as z from 'zod/mini'
import { memberMailKinds } from '../../lib/mail-kinds.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { ownSessionsSchema } from '../people.ts'

/** Lists where who is signed in is signed in to the portal, the latest first. */
export const listMemberSessions = defineOperation({
  id: 'listMemberSessions',
  method: 'GET',
  path: '/api/portal/v1/sessions',
  sources: ['member_session'],
  response: ownSessionsSchema,
})

/** Ends a session of who is signed in, which may be the one that asks. */
export const endMemberSession = defineOperation({
  id: 'endMemberSession',
  method: 'POST',
  path: '/api/portal/v1/sessions/:id/end',
  pathRecord: 'session',
  sources: ['member_session'],
  response: responseObject({}),
})

/** Ends every session of who is signed in but the one that asks. */
export const endOtherMemberSessions = defineOperation({
  id: 'endOtherMemberSessions',
  method: 'POST',
  path: '/api/portal/v1/sessions/end-others',
  sources: ['member_session'],
  response: responseObject({}),
})

/** Tells what mail a member may do without, and whether they do. Links to sign in are no such mail. */
export const listMemberMailChoices = defineOperation({
  id: 'listMemberMailChoices',
  method: 'GET',
  path: '/api/portal/v1/mail-choices',
  sources: ['member_session'],
  response: responseObject({
    items: z.array(responseObject({ kind: z.enum(memberMailKinds), isWanted: z.boolean() })),
  }),
})

/** Says whether who is signed in wants mail of a kind. */
export const setMemberMailChoice = defineOperation({
  id: 'setMemberMailChoice',
  method: 'POST',
  path: '/api/portal/v1/mail-choices',
  sources: ['member_session'],
  body: z.strictObject({ kind: z.enum(memberMailKinds), isWanted: z.boolean() }),
  response: responseObject({}),
})
