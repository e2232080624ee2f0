import { responseObject } from '../lib/response-object.ts'
import { defineDetail } from './detail.ts'
import { listPrograms } from './list-programs.ts'
import { termsTimelineSchema, termsValues } from './terms-timeline.ts'

/** Reads a program with its terms versions. */
export const getProgram = /*@__PURE__*/ defineDetail({
  id: 'getProgram',
  list: listPrograms,
  response: responseObject({ ...listPrograms.row.shape, terms: termsTimelineSchema }),
  knownValues: termsValues,
})
