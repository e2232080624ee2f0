import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { placesMembers } from './parts.ts'

/** Erases who a member is, permanently, or says what that would come to; then nothing is written. */
export const eraseMember = defineOperation({
  id: 'eraseMember',
  method: 'POST',
  path: '/api/console/v1/members/:id/erasure',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.discriminatedUnion('isDryRun', [
    z.strictObject({ isDryRun: z.literal(true) }),
    /** With the name of the member, as who erases has typed it: another one's is erased by no mistake. */
    z.strictObject({ isDryRun: z.literal(false), name: z.string() }),
  ]),
  response: responseObject({
    /** Why nothing was erased, in words; null where it was, or would be. */
    rejected: z.nullable(z.string()),
    /** Null where nothing was erased. */
    erasure: z.nullable(
      responseObject({
        /** What the member is called from then on. */
        name: z.string(),
        /** Who acts for the member, and does no more. */
        people: z.array(
          responseObject({
            name: z.string(),
            email: z.string(),
            /** Or they stay, as they act for another member or are an operator. */
            isErased: z.boolean(),
          }),
        ),
        /** How many payees lose their details at once, and how many once what is open was paid. */
        payeesErased: z.int(),
        payeesKept: z.int(),
        /** What is open, and is still paid; by currency. */
        open: z.array(responseObject(placesMembers)),
      }),
    ),
  }),
})
