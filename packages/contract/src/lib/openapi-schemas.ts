import * as z from 'zod/mini'
import { problemSchema } from './errors.ts'
import { identifyAnswerSchema, identifyRequestSchema } from './identify.ts'
import { issueSchema } from './issues.ts'
import { currencySchema, moneyAnswerSchema, moneySchema } from './money.ts'
import { payoutSummarySchema, payoutsPageSchema } from './payouts.ts'
import { saveTermsRequestSchema, termsRulesSchema, termsVersionSchema } from './terms.ts'

/** A refusal of the identify endpoint: a problem document that also says `ok: false` (interface 4.3). */
export const identifyProblemSchema = z.extend(problemSchema, { ok: z.literal(false) })

/** The answer of `/livez`. */
export const livenessSchema = z.looseObject({ status: z.literal('alive') })

/** The answer of `/readyz`. */
export const readinessSchema = z.looseObject({
  status: z.enum(['ready', 'not_ready']),
  checks: z.record(z.string(), z.looseObject({ ok: z.boolean(), reason: z.optional(z.string()) })),
})

const anyIdentification = z.strictObject(identifyRequestSchema.shape)
const contactFields = z.omit(anyIdentification, { myshopifyDomain: true, accessToken: true, appId: true })

const installIdentificationSchema = z.required(
  z.pick(anyIdentification, { myshopifyDomain: true, accessToken: true, appId: true }),
)
const backfillIdentificationSchema = z.extend(installIdentificationSchema, contactFields.shape)
const uninstallIdentificationSchema = z.omit(anyIdentification, { accessToken: true })

/** The body of an identify request as generators understand it: one of three objects, instead of one with rules. */
export const identificationSchema = z.union([
  installIdentificationSchema,
  backfillIdentificationSchema,
  uninstallIdentificationSchema,
])

/** The schemas that the OpenAPI document names, so that clients generated from it have types with these names. */
export const componentSchemas = {
  CurrencyCode: currencySchema,
  Money: moneySchema,
  MoneyAnswer: moneyAnswerSchema,
  TermsRules: termsRulesSchema,
  SaveTermsRequest: saveTermsRequestSchema,
  SavedTermsRules: termsVersionSchema.shape.rules,
  TermsVersion: termsVersionSchema,
  PayoutSummary: payoutSummarySchema,
  PayoutsPage: payoutsPageSchema,
  InstallIdentification: installIdentificationSchema,
  BackfillIdentification: backfillIdentificationSchema,
  UninstallIdentification: uninstallIdentificationSchema,
  IdentifyRequest: identificationSchema,
  IdentifyAnswer: identifyAnswerSchema,
  Issue: issueSchema,
  Problem: problemSchema,
  IdentifyProblem: identifyProblemSchema,
  Liveness: livenessSchema,
  Readiness: readinessSchema,
}

/** The name of a schema in the OpenAPI document. */
export type ComponentName = keyof typeof componentSchemas
