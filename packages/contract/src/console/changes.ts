import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'

/**
 * Waits until something is recorded in the workspace that was not there when the tag was given, for up to 50 s. Without a
 * tag, or with one that is older than ten minutes, it does not wait (D347).
 */
export const awaitChange = defineOperation({
  id: 'awaitChange',
  method: 'GET',
  path: '/api/console/v1/changes',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({ tag: z.optional(z.string().check(z.regex(/^\d{1,12}-\d{1,12}$/))) }),
  response: responseObject({
    /** What the workspace holds now, for the next request. */
    tag: z.string(),
    /** Whether there may be more than when the tag was given. */
    hasChanged: z.boolean(),
  }),
})
