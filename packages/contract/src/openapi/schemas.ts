import * as z from 'zod/mini'

/** The response of `/livez`. */
export const livenessSchema = z.looseObject({ status: z.literal('alive') })

/** The response of `/readyz`. */
export const readinessSchema = z.looseObject({
  status: z.enum(['ready', 'not_ready']),
  checks: z.record(z.string(), z.looseObject({ ok: z.boolean(), reason: z.optional(z.string()) })),
})
