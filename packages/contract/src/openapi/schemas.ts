import * as z from 'zod/mini'
import { problemSchema } from '../lib/errors.ts'

/** A rejection of the identify endpoint: a problem document that also says `ok: false` (interface 4.3). */
export const identifyProblemSchema = z.extend(problemSchema, { ok: z.literal(false) })

/** The response of `/livez`. */
export const livenessSchema = z.looseObject({ status: z.literal('alive') })

/** The response of `/readyz`. */
export const readinessSchema = z.looseObject({
  status: z.enum(['ready', 'not_ready']),
  checks: z.record(z.string(), z.looseObject({ ok: z.boolean(), reason: z.optional(z.string()) })),
})
