import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { termsRulesResponseSchema } from '../../lib/terms.ts'
import { defineRecord } from '../definitions/record.ts'
import { listMemberships } from '../lists/list-memberships.ts'
import { termsTimelineSchema, termsValues } from '../parts/terms-timeline.ts'

/** The terms that rule a membership, and whose they are: the nearest of membership, group and program (D57). */
export const termsInForceSchema = responseObject({
  id: z.guid(),
  from: z.string(),
  effectiveAt: instantSchema,
  rules: termsRulesResponseSchema,
})

/** Reads a membership with its terms timeline. */
export const getMembership = /*@__PURE__*/ defineRecord({
  id: 'getMembership',
  list: listMemberships,
  response: responseObject({
    ...listMemberships.row.shape,
    createdAt: instantSchema,
    allowManualClaims: z.nullable(z.boolean()),
    termsInForce: z.nullable(termsInForceSchema),
    terms: termsTimelineSchema,
  }),
  knownValues: termsValues,
})
