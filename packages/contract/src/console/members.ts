import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { createListQuerySchema } from '../lib/list-query.ts'
import { responseObject } from '../lib/response-object.ts'
import { saveTermsRequestSchema, termsRulesResponseSchema } from '../lib/terms.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { saveTerms } from '../operations/terms/save-terms.ts'
import { appListMembers, lineSchema, memberSchema, placesMembers } from './parts.ts'

const memberRecordSchema = responseObject({
  member: memberSchema,
  state: z.string(),
  /** Whether anybody acts for the member in the portal. */
  isInPortal: z.boolean(),
  /** What keeps the member out of payout runs. */
  exclusions: z.array(
    responseObject({
      /** Null: every currency. */
      currency: z.nullable(z.string()),
      reason: z.string(),
      /** Who said so: a name where it is known. */
      by: z.string(),
      since: instantSchema,
    }),
  ),
  balances: z.array(responseObject(placesMembers)),
  /** The terms that a referral of now would copy: whose they are, or null where there are none. */
  inForce: z.nullable(responseObject({ of: z.string(), rules: termsRulesResponseSchema })),
  /** The member's own terms, in the order in which they come into force. */
  versions: z.array(
    responseObject({
      id: z.guid(),
      state: z.enum(['past', 'applies', 'scheduled']),
      effectiveAt: instantSchema,
      savedAt: instantSchema,
      /** Who saved them: a name where it is known. */
      by: z.string(),
      rules: termsRulesResponseSchema,
    }),
  ),
})

/** Lists the members of an app, those who joined last first, with what they have coming and what they got. */
export const searchMembers = defineOperation({
  id: 'searchMembers',
  method: 'GET',
  path: '/api/console/v1/members',
  sources: ['session'],
  scope: 'console:read',
  query: createListQuerySchema(['appId', 'status', 'search']),
  response: responseObject({
    ...appListMembers,
    items: z.array(
      responseObject({
        member: memberSchema,
        status: z.string(),
        /** By currency; empty where nothing was earned. */
        balances: z.array(responseObject(placesMembers)),
      }),
    ),
  }),
})

/** Reads a member: what they have, and their terms over time. */
export const readMember = defineOperation({
  id: 'readMember',
  method: 'GET',
  path: '/api/console/v1/members/:id',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'console:read',
  response: memberRecordSchema,
})

/** Saves terms for a member, from a time on. Referrals that are there keep their contracts. */
export const saveMemberTerms = defineOperation({
  id: 'saveMemberTerms',
  method: 'POST',
  path: '/api/console/v1/members/:id/terms',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: saveTermsRequestSchema,
  check: saveTerms.check,
  repeatable: 'with_idempotency_key',
  response: memberRecordSchema,
})

/** Keeps a member out of payout runs, or lets them in again. */
export const setExclusion = defineOperation({
  id: 'setExclusion',
  method: 'POST',
  path: '/api/console/v1/members/:id/exclusion',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    isExcluded: z.boolean(),
    /** Null: every currency. */
    currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, 'Three capital letters of ISO 4217.'))),
    reason: lineSchema(500),
  }),
  response: memberRecordSchema,
})
