import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'

/** What is known of who brought a shop after a report, as far as known today. */
export const attributionOutcomes = [
  'attributed',
  'candidate',
  'unattributed',
  'already_referred',
  'existing_shop',
  'case',
  'recorded',
] as const

/** What is known of who brought a shop after a report. */
export type AttributionOutcome = (typeof attributionOutcomes)[number]

/** The response to a report. */
export const attributionResponseSchema = /*@__PURE__*/ responseObject({
  outcome: z.string(),
  reason: z.nullable(z.string()),
  referralId: z.nullable(z.string()),
})
