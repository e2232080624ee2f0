import { responseObject } from '../lib/response-object.ts'
import { listPrograms } from './list-programs.ts'
import { defineRecord } from './record.ts'
import { termsTimelineSchema, termsValues } from './terms-timeline.ts'

/** Reads a program with its terms versions. */
export const getProgram = /*@__PURE__*/ defineRecord({
  id: 'getProgram',
  list: listPrograms,
  response: responseObject({ ...listPrograms.row.shape, terms: termsTimelineSchema }),
  knownValues: termsValues,
})
