import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { placesMembers } from '../parts.ts'

/** Leaves a program: new shops do not count any more, and what was earned is paid. */
export const leaveOwnProgram = defineOperation({
  id: 'leaveOwnProgram',
  method: 'POST',
  path: '/api/portal/v1/memberships/:id/leave',
  pathRecord: 'membership',
  sources: ['member_session'],
  response: responseObject({
    /** Why nothing was changed; null where the member has left, now or before. */
    rejected: z.nullable(z.enum(['suspended'])),
  }),
})

const memberMembers = { name: z.string(), programName: z.string() }

/** Says what it would come to if who is signed in had themself erased. Nothing is written. */
export const readOwnErasure = defineOperation({
  id: 'readOwnErasure',
  method: 'GET',
  path: '/api/portal/v1/erasure',
  sources: ['member_session'],
  response: responseObject({
    /** The members who are erased with them. */
    members: z.array(
      responseObject({
        ...memberMembers,
        /** What is open, and is still paid; by currency. */
        open: z.array(responseObject(placesMembers)),
        /** Whether their payout details are kept for that until it is paid. */
        isPayeeKept: z.boolean(),
      }),
    ),
    /** The members for whom others act too: who is signed in leaves these. */
    left: z.array(responseObject(memberMembers)),
    /** Whether they are an operator too, whose name stays. */
    isOperator: z.boolean(),
    /** Whether they have signed in lately: nobody else has them erased. */
    isFresh: z.boolean(),
  }),
})

/** Erases who is signed in, with every member for whom they alone act. The session ends. */
export const eraseOwnAccount = defineOperation({
  id: 'eraseOwnAccount',
  method: 'POST',
  path: '/api/portal/v1/erasure',
  sources: ['member_session'],
  response: responseObject({
    /** Why nothing was erased; null where it was. */
    rejected: z.nullable(z.enum(['sign_in_again'])),
  }),
})
