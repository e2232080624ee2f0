import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'
import { termsRulesResponseSchema } from '../../lib/terms.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { emailSchema, lineSchema } from '../parts.ts'

/** Reads what anybody may know of a program that has a public page. */
export const readPublicPage = defineOperation({
  id: 'readPublicPage',
  method: 'GET',
  path: '/api/portal/v1/programs/:id/page',
  pathRecord: 'program',
  sources: ['visitor'],
  response: responseObject({
    name: z.string(),
    appName: z.string(),
    workspaceName: z.string(),
    /** For who is taken in today; null where there are none. */
    rules: z.nullable(termsRulesResponseSchema),
  }),
})

/** Applies to a program. The response is the same whatever becomes of it: the applicant is told by mail. */
export const applyToProgram = defineOperation({
  id: 'applyToProgram',
  method: 'POST',
  path: '/api/portal/v1/programs/:id/applications',
  pathRecord: 'program',
  sources: ['visitor'],
  body: z.strictObject({
    email: emailSchema,
    name: lineSchema(120),
    /** Where they want to share the app. */
    words: lineSchema(1000),
  }),
  response: responseObject({}),
})
