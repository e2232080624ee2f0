import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'

/** Begins a view of the portal as a member sees it, which is good for half an hour and writes nothing. */
export const viewAsMember = defineOperation({
  id: 'viewAsMember',
  method: 'POST',
  path: '/api/console/v1/members/:id/views',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'members:view',
  response: responseObject({
    /** Null where nobody acts for the member in the portal: then nobody sees anything. */
    view: z.nullable(responseObject({ id: z.guid(), expiresAt: instantSchema })),
  }),
})
