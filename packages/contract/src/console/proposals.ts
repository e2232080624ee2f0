import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { termsRulesResponseSchema } from '../lib/terms.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema, memberSchema } from './parts.ts'

/** Lists the contracts that were proposed and that nobody has reviewed, the oldest first. */
export const listProposals = defineOperation({
  id: 'listProposals',
  method: 'GET',
  path: '/api/console/v1/proposals',
  sources: ['session'],
  scope: 'console:read',
  /** The `next` of the page before. */
  query: z.strictObject({ after: z.optional(z.guid()) }),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        shop: z.string(),
        member: memberSchema,
        appliesFrom: instantSchema,
        proposedAt: instantSchema,
        /** Who proposed it: a name where it is known. */
        by: z.string(),
        /** Whether who asks has proposed it: somebody else has to review it then. */
        isOwn: z.boolean(),
        /** The contract that applies until then; null where there is none. */
        before: z.nullable(termsRulesResponseSchema),
        rules: termsRulesResponseSchema,
      }),
    ),
    next: z.nullable(z.guid()),
  }),
})

/** Accepts or declines a proposed contract. */
export const reviewProposal = defineOperation({
  id: 'reviewProposal',
  method: 'POST',
  path: '/api/console/v1/proposals/:id/review',
  pathRecord: 'proposal',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({ decision: z.enum(['accept', 'decline']), reason: lineSchema(500) }),
  response: responseObject({
    /** Why nothing was decided, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})
