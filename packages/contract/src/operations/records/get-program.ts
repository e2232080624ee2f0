import { responseObject } from '../../lib/response-object.ts'
import { defineRecord } from '../definitions/record.ts'
import { listPrograms } from '../lists/list-programs.ts'
import { termsTimelineSchema, termsValues } from '../parts/terms-timeline.ts'

/** Reads a program with its terms versions. */
export const getProgram = /*@__PURE__*/ defineRecord({
  id: 'getProgram',
  list: listPrograms,
  response: responseObject({ ...listPrograms.row.shape, terms: termsTimelineSchema }),
  knownValues: termsValues,
})
