import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { termsRulesResponseSchema } from '../../lib/terms.ts'
import { boundedList } from '../definitions/bounded-list.ts'

/** What a terms version of a record is at the time of the read. */
export const termsStates = ['past', 'applies', 'scheduled'] as const

/** A terms version of the record itself; `actor` is who saved it, such as `key:<id>` (D65). */
export const termsEntrySchema = responseObject({
  id: z.guid(),
  state: z.string(),
  effectiveAt: instantSchema,
  createdAt: instantSchema,
  actor: z.string(),
  supersedes: z.nullable(z.guid()),
  rules: termsRulesResponseSchema,
})

/** The terms versions of a program, group or membership, the latest first. */
export const termsTimelineSchema = boundedList(termsEntrySchema)

/** The states of the versions known today, by their place in a record. */
export const termsValues = { '/terms/items/*/state': termsStates }
