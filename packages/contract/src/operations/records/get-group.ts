import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineRecord } from '../definitions/record.ts'
import { listGroups } from '../lists/list-groups.ts'
import { termsTimelineSchema, termsValues } from '../parts/terms-timeline.ts'

/** Reads a group with the terms versions of its own. */
export const getGroup = /*@__PURE__*/ defineRecord({
  id: 'getGroup',
  list: listGroups,
  response: responseObject({
    ...listGroups.row.shape,
    createdAt: instantSchema,
    allowManualClaims: z.nullable(z.boolean()),
    terms: termsTimelineSchema,
  }),
  knownValues: termsValues,
})
