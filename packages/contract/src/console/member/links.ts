import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { createListQuerySchema } from '../../lib/list-query.ts'
import { responseObject } from '../../lib/response-object.ts'
import { termsRulesResponseSchema } from '../../lib/terms.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { lineSchema, signedMoneySchema } from '../parts.ts'

const linksSchema = responseObject({
  /** The first one first. */
  items: z.array(
    responseObject({
      id: z.guid(),
      code: z.string(),
      /** Where the service has it; null while the app has no listing. */
      path: z.nullable(z.string()),
      label: z.nullable(z.string()),
      /** In the last 30 days, not counting bots. */
      clicks: z.int(),
      /** The shops that were referred by it, and those of them by which something was earned. */
      referrals: z.int(),
      paying: z.int(),
    }),
  ),
})

/** Lists the links of a member with what came of them. */
export const listOwnLinks = defineOperation({
  id: 'listOwnLinks',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/links',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  response: linksSchema,
})

/** Makes another link of a member. */
export const createOwnLink = defineOperation({
  id: 'createOwnLink',
  method: 'POST',
  path: '/api/portal/v1/memberships/:id/links',
  pathRecord: 'membership',
  sources: ['member_session'],
  body: z.strictObject({
    /** What it is for, such as `newsletter`. */
    label: lineSchema(80),
  }),
  response: responseObject({
    ...linksSchema.shape,
    /** Why none was made, in words; null where one was. */
    rejected: z.nullable(z.string()),
  }),
})

/** Lists the shops that a member has referred, the latest first, with the terms that each keeps. */
export const listOwnReferrals = defineOperation({
  id: 'listOwnReferrals',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/referrals',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  query: createListQuerySchema(['status']),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        shop: z.string(),
        status: z.string(),
        installedAt: instantSchema,
        /** How it is known; null where it was entered by hand. */
        evidence: z.nullable(z.string()),
        earned: z.array(signedMoneySchema),
        /** Those that count for it now. */
        rules: z.nullable(termsRulesResponseSchema),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
})

/** Reads the terms for shops that a member refers from now on. */
export const readOwnTerms = defineOperation({
  id: 'readOwnTerms',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/terms',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  response: responseObject({
    /** Null where there are none. */
    rules: z.nullable(termsRulesResponseSchema),
    /** Those that take their place, the soonest first. */
    next: z.array(responseObject({ from: instantSchema, rules: termsRulesResponseSchema })),
  }),
})
