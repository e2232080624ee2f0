import * as z from 'zod/mini'
import { instantSchema } from './instants.ts'
import * as limits from './limits.ts'
import { moneyResponseSchema, moneySchema } from './money.ts'
import { responseObject } from './response-object.ts'

/** The kinds of sale that commission terms can include. */
export const saleKinds = ['subscription_sale', 'usage_sale', 'one_time_sale'] as const

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/**
 * The schema step for terms rules (interface 2.2): types, ranges and closed objects.
 * The business rules are the second step, `checkTermsRules`; the two never merge (interface 4.1 rule 1).
 */
export const termsRulesSchema = z.strictObject({
  basis: z.enum(['gross', 'net']),
  rateBps: wholeNumber(0, limits.rateBpsMax),
  cpi: moneySchema,
  includedSaleKinds: z.array(z.enum(saleKinds)).check(
    z.refine((kinds) => new Set(kinds).size === kinds.length, {
      error: 'Each kind of sale at most once.',
      params: { code: 'not_unique' },
    }),
  ),
  durationMonths: z.nullable(wholeNumber(limits.durationMonthsMin, limits.durationMonthsMax)),
  holdDays: wholeNumber(0, limits.holdDaysMax),
  threshold: moneySchema,
  windowDays: wholeNumber(limits.windowDaysMin, limits.windowDaysMax),
  allowExistingShops: z.boolean(),
  allowManualClaims: z.boolean(),
  thresholds: z.optional(z.array(moneySchema).check(z.maxLength(limits.thresholdsMax))),
})

/** The full terms rules that every write sends (interface 2.2). */
export type TermsRules = z.infer<typeof termsRulesSchema>

/** Terms rules as saved: `thresholds` is always there, sorted by currency. */
export type SavedTermsRules = TermsRules & { readonly thresholds: readonly z.infer<typeof moneySchema>[] }

/** The body of a terms write (interface 4.1). */
export const saveTermsRequestSchema = z.strictObject({
  rules: termsRulesSchema,
  effectiveAt: z.optional(instantSchema),
})

/** The body of a terms write: the full rules and, optionally, from when they apply. */
export type SaveTermsRequest = z.infer<typeof saveTermsRequestSchema>

/** Rules as a response carries them: unknown members are kept, so that later versions may add some. */
export const termsRulesResponseSchema = responseObject({
  ...termsRulesSchema.shape,
  cpi: moneyResponseSchema,
  includedSaleKinds: z.array(z.string()),
  threshold: moneyResponseSchema,
  thresholds: z.array(moneyResponseSchema),
})

/** The terms version that a write responds with (interface 2.3). Unknown members are kept. */
export const termsVersionSchema = responseObject({
  id: z.guid(),
  programId: z.guid(),
  target: responseObject({ kind: z.enum(['membership']), id: z.guid() }),
  rules: termsRulesResponseSchema,
  effectiveAt: instantSchema,
  createdAt: z.optional(instantSchema),
  supersedes: z.optional(z.nullable(z.guid())),
  createdBy: z.optional(z.guid()),
})

/** A saved, prospective version of a membership's terms. */
export type TermsVersion = z.infer<typeof termsVersionSchema>
